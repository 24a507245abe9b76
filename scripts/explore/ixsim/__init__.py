"""The Python side of ixsim: the cost of silicon, regressions of checks and their coverage."""
