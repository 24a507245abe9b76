"""Regressions of `ixsim check` over many seeds, and merged coverage of them."""
