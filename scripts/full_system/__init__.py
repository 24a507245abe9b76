"""The parts of scripts/fullsystem: packages of Debian, the guest's file system, machines, boots with their checks."""
