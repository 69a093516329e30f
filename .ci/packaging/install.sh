#!/bin/sh
# Copies the program of this archive under a prefix, or removes it from there again:
#   ./install.sh [<prefix>]                  the default is /usr/local
#   ./install.sh --uninstall [<prefix>]
# Removing takes away the files of this archive, and the directories that installing made.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
action=install
case ${1-} in
  --uninstall) action=uninstall; shift ;;
  -h | --help) sed -n '2,5s/^# //p' "$0"; exit 0 ;;
  -*) echo "install.sh: there is no option '$1'" >&2; exit 64 ;;
esac
prefix=${1:-/usr/local}
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac

cd "$here"
name=$(find bin -type f -exec basename {} \;)  # the driver beside it is a link
created=$prefix/share/$name/directories  # those that an installation made, to remove them again
list() { find bin share ! -type d; }

make_directory() {
  [ -d "$1" ] && return
  make_directory "$(dirname "$1")"
  mkdir "$1"
  made="$made$1
"
}

if [ "$action" = install ]; then
  made=
  for directory in $(find bin share -type d); do make_directory "$prefix/$directory"; done
  printf %s "$made" >> "$created"
  list | while IFS= read -r file; do
    # The new file replaces the old one by a rename, so a program that runs keeps its own.
    cp -P "$file" "$prefix/$file.new"
    mv -f "$prefix/$file.new" "$prefix/$file"
  done
  echo "installed $prefix/bin/$name $("$prefix/bin/$name" --version)"
  case :$PATH: in *":$prefix/bin:"*) ;; *) echo "add $prefix/bin to PATH" ;; esac
else
  directories=$(sort -r "$created" 2> /dev/null || true)
  list | while IFS= read -r file; do rm -f "$prefix/$file"; done
  rm -f "$created"
  printf '%s\n' "$directories" | while IFS= read -r directory; do
    [ -n "$directory" ] && rmdir "$directory" 2> /dev/null || true
  done
  echo "removed $name from $prefix"
fi
