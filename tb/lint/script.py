"""Loads a program of scripts/, which has no ending, as a module."""

import importlib.machinery
import importlib.util
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def load(name):
    """Returns a new module of scripts/NAME, and writes no compiled file next to it."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader(name, str(ROOT / "scripts" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.modules[name] = module  # a data class looks for its module there
    loader.exec_module(module)
    return module
