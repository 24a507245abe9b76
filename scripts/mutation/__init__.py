"""Mutation of the model: which small errors in model/nic and model/pcie do the registered tests find?"""
