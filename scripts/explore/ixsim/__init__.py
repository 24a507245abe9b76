"""The Python side of ixsim: exploration of parameters and the cost of silicon."""
