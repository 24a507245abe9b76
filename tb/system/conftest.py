"""Tests marked `long` run with --long alone; without it, the others."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="run the long tests, and only these")


def pytest_configure(config):
    config.addinivalue_line("markers", "long: part of a full set, left out of the quick one")


def pytest_collection_modifyitems(config, items):
    wanted = config.getoption("--long")
    chosen = [item for item in items if (item.get_closest_marker("long") is not None) == wanted]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


@pytest.fixture(scope="session", autouse=True)
def program_exists():
    from program import program

    program()
