# Completion of ixsim for bash, printed by `ixsim completion bash`.
_ixsim() {
  local words=() i breaks= cut= reply current rest
  # bash divides words at = and : as well; what stood together is put together again.
  for ((i = 1; i <= COMP_CWORD; ++i)); do
    if ((i > 1)) && [[ ${COMP_WORDS[i]} == [=:]* || ${COMP_WORDS[i - 1]} == [=:]* ]]; then
      words[${#words[@]} - 1]+=${COMP_WORDS[i]}
    else
      words+=("${COMP_WORDS[i]}")
    fi
  done
  current=${words[${#words[@]} - 1]}
  # Readline replaces only what is behind the last of these.
  [[ $COMP_WORDBREAKS == *=* ]] && breaks+='='
  [[ $COMP_WORDBREAKS == *:* ]] && breaks+=':'
  [[ -n $breaks ]] && cut=${current%"${current##*[$breaks]}"}
  COMPREPLY=()
  while IFS= read -r reply; do
    if [[ $reply == :files ]]; then
      rest=${current##*=}
      compopt -o filenames 2>/dev/null
      while IFS= read -r reply; do COMPREPLY+=("$reply"); done < <(compgen -f -- "$rest")
      return
    fi
    COMPREPLY+=("${reply#"$cut"}")
  done < <("${COMP_WORDS[0]/#\~/$HOME}" complete -- "${words[@]}" 2>/dev/null)
  # A key is complete only with its value.
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F _ixsim ixsim
