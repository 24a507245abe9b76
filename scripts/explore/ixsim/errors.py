"""Errors that a user can fix: one line with what was found, what is accepted and the remedy."""


class StudyError(ValueError):
    """A space file, an option or a study folder that is refused; the command ends with exit status 2."""


class WorkerError(RuntimeError):
    """Workers that cannot continue: a program that does not start, another binary, a scheduler that is gone."""
