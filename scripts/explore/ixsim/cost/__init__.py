"""The cost of a controller in silicon: synthesised logic, and memories from their sizes.

from ixsim.cost import cost
cost({"rx_queues": 16, "tx_queues": 16, "pools": 4})["total"]["transistors"]
"""

from .cache import CacheError
from .model import cost
from .parameters import ParameterError, Parameters
from .synthesis import SynthesisError

__all__ = ["CacheError", "ParameterError", "Parameters", "SynthesisError", "cost"]
