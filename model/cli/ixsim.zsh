#compdef ixsim
# Completion of ixsim for zsh, printed by `ixsim completion zsh`.
_ixsim() {
  local -a replies
  replies=("${(@f)$(${(Q)words[1]} complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $replies[1] == :files ]]; then
    compset -P '*='
    _files
    return
  fi
  # A key is complete only with its value.
  compadd -S '' -- ${(M)replies:#*=}
  compadd -- ${replies:#*=}
}
if [[ $funcstack[1] == _ixsim ]]; then
  _ixsim "$@"
else
  compdef _ixsim ixsim
fi
