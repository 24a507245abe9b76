"""Tests marked `long` run only with --long; without it, only the others run. With --part K/N, every Nth of them from
the Kth on.
"""

import pytest


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="run the long tests, and only these")
    parser.addoption("--part", default="1/1", help="K/N: of these, every Nth from the Kth on")


def pytest_configure(config):
    config.addinivalue_line("markers", "long: part of a full set, left out of the quick one")


def pytest_collection_modifyitems(config, items):
    wanted = config.getoption("--long")
    chosen = [item for item in items if (item.get_closest_marker("long") is not None) == wanted]
    number, parts = (int(word) for word in config.getoption("--part").split("/"))
    if not 1 <= number <= parts:
        raise pytest.UsageError(f"--part {number}/{parts}: accepted: K/N with K from 1 to N")
    chosen = chosen[number - 1 :: parts]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


@pytest.fixture(scope="session", autouse=True)
def program_exists():
    from program import program

    program()
