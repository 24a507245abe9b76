"""Mutation of the model: finds out which small errors in model/nic and model/pcie the registered tests detect."""
