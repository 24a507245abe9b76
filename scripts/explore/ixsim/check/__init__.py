"""Regressions of `ixsim check` over many seeds, and coverage that is merged over them."""
