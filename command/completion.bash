# Completion of the command cuboid for bash: subcommands, options, and the names of the methods.
_cuboid() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "integrate view compare methods options devices --help --version" -- "$word")
  elif [ "$before" = --method ]; then
    mapfile -t COMPREPLY < <(compgen -W "auto $(cuboid methods | sed -n 's/^\([a-z_0-9]*\):.*/\1/p')" -- "$word")
  elif [ "$before" = --output ]; then
    mapfile -t COMPREPLY < <(compgen -W "table csv json" -- "$word")
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(cuboid "${COMP_WORDS[1]}" --help | grep -o -- '--[a-z_0-9]*')" -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _cuboid cuboid
