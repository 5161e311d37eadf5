/** The scripts are minimal: `feedctl __complete` makes all decisions. */
const BASH = `# Completion of feedctl for bash. To use it: source <(feedctl completion bash)
_feedctl() {
  local mode line
  COMPREPLY=()
  {
    IFS= read -r mode
    while IFS= read -r line; do COMPREPLY+=("$line"); done
  } < <("\${1/#\\~/$HOME}" __complete bash "$COMP_TYPE" "$COMP_WORDBREAKS" "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null)
  case $mode in
    :open) compopt -o nospace 2>/dev/null ;;
    :files)
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$2")
      compopt -o filenames 2>/dev/null
      ;;
    :directories)
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$2")
      compopt -o filenames 2>/dev/null
      ;;
  esac
}
complete -F _feedctl feedctl
`;

const ZSH = `#compdef feedctl
# Completion of feedctl for zsh. To use it: source <(feedctl completion zsh), after compinit
_feedctl() {
  local -a lines values shown
  local line mode
  lines=("\${(@f)$("\${(Q)words[1]}" __complete zsh "\${(@Q)words[2,CURRENT]}" 2>/dev/null </dev/null)}")
  mode=\${lines[1]}
  shift lines
  for line in "\${lines[@]}"; do
    [[ -n $line ]] || continue
    values+=("\${line%%$'\\t'*}")
    if [[ $line == *$'\\t'* ]]; then
      shown+=("\${line%%$'\\t'*}  -- \${line#*$'\\t'}")
    else
      shown+=("$line")
    fi
  done
  case $mode in
    :files) _files ;;
    :directories) _files -/ ;;
    :open) compadd -S '' -l -d shown -a values ;;
    *) compadd -l -d shown -a values ;;
  esac
}
if [[ \${funcstack[1]} == _feedctl ]]; then
  _feedctl "$@"
else
  compdef _feedctl feedctl
fi
`;

const FISH = `# Completion of feedctl for fish. To use it: feedctl completion fish | source
function __feedctl_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines ($words[1] __complete fish $words[2..-1] "$current" 2>/dev/null </dev/null)
    switch "$lines[1]"
        case ':files'
            __fish_complete_path "$current"
        case ':directories'
            __fish_complete_directories "$current"
        case '*'
            printf '%s\\n' $lines[2..-1]
    end
end
complete -c feedctl -f -a '(__feedctl_complete)'
`;

export const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH };
