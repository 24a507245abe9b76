# Sourced by the scripts that people run: each step is one line with the seconds it took. A step's own output
# goes to a file and is shown only if the step fails.

if [ -t 1 ]; then tty=yes; else tty=no; fi
log_dir=build/logs

# seconds: of the clock, for differences.
seconds() { date +%s; }

# step TEXT COMMAND...: runs the command; returns its exit status.
step() {
  step_text=$1
  shift
  mkdir -p "$log_dir"
  step_log="$log_dir/$(printf '%s' "$step_text" | tr -cs 'A-Za-z0-9' '_').log"
  step_start=$(seconds)
  if [ "$tty" = yes ]; then printf '%-64s' "$step_text ..."; fi
  step_status=0
  "$@" >"$step_log" 2>&1 || step_status=$?
  step_time=$(($(seconds) - step_start))
  if [ "$tty" = yes ]; then printf '\r'; fi
  if [ "$step_status" -eq 0 ]; then
    printf '%-64s %4d s\n' "$step_text" "$step_time"
  else
    printf '%-64s %4d s  FAILED (exit %d), the end of %s:\n' "$step_text" "$step_time" "$step_status" "$step_log"
    tail -n 60 "$step_log"
  fi
  return "$step_status"
}
