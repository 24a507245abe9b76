# Sourced by other scripts. Each step is one line with its seconds and the processor seconds of all its processes. Each
# step's output is logged, and printed only on failure.

if [ -t 1 ]; then tty=yes; else tty=no; fi
log_dir=build/logs

# seconds: prints the seconds of the clock, for differences.
seconds() { date +%s; }

# core_seconds: sets core_now to the processor seconds, user and system, of the children that have ended so far. Call it
# in the shell that starts them: a subshell has no such children.
core_seconds() {
  core_times=$(mktemp)
  times >"$core_times"
  core_now=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, part, "[ms]"); sum += 60 * part[1] + part[2] } }
    END { printf "%d", sum }' "$core_times")
  rm -f "$core_times"
}

# step_line TEXT [MORE]: prints the report of the step that begin_step began.
step_line() {
  core_seconds
  printf '%-54s %4d s %5d core s%s\n' "$1" $(($(seconds) - step_start)) $((core_now - step_core)) "${2-}"
}

begin_step() {
  step_start=$(seconds)
  core_seconds
  step_core=$core_now
}

# step TEXT COMMAND...: runs the command; returns its exit status.
step() {
  step_text=$1
  shift
  mkdir -p "$log_dir"
  step_log="$log_dir/$(printf '%s' "$step_text" | tr -cs 'A-Za-z0-9' '_').log"
  if [ "$tty" = yes ]; then printf '%-54s' "$step_text ..."; fi
  begin_step
  step_status=0
  "$@" >"$step_log" 2>&1 || step_status=$?
  if [ "$tty" = yes ]; then printf '\r'; fi
  if [ "$step_status" -eq 0 ]; then
    step_line "$step_text"
  else
    step_line "$step_text" "  FAILED (exit $step_status), the end of $step_log:"
    tail -n 60 "$step_log"
  fi
  return "$step_status"
}

# shown_step TEXT COMMAND...: like step, but prints the command's output as it comes, and the line after it.
shown_step() {
  shown_text=$1
  shift
  begin_step
  step_status=0
  "$@" || step_status=$?
  step_line "$shown_text"
  return "$step_status"
}
