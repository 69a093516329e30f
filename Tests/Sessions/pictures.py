#!/usr/bin/env python3
"""The pictures of the README, made from the real output of a build of `fork`.

    pictures.py <fork program> [--check]

Writes .github/terminal.svg, a session in a terminal, and .github/page.png, the page of a merge with conflicts as Chromium
shows it, which is installed if it is missing. With --check, writes nothing, and ends with status 1 if the session is no
longer as in terminal.svg; this needs no browser. Dates are fixed, so the session is the same in each run.
"""
import html, os, re, shutil, subprocess, sys, tempfile
from pathlib import Path

PICTURES = Path(__file__).resolve().parents[2] / ".github"
SCHEMA = """{ "x-documents": { "note.json": { "properties": {
  "title": { "type": "string", "x-merge": "textMerge" },
  "tags": { "type": "array", "x-merge": "setMerge" },
  "views": { "type": "integer", "x-merge": "counterMerge" } } } } }
"""
NOTE = """{ "title": "Fork Yeah", "state": "draft", "tags": ["json"], "views": 10,
  "comments": [
    { "id": 1, "text": "First" }
  ] }
"""
BEGINNING = [
    "fork init -q notes --schema schema.json",
    "fork -C notes update -q note.json ../note.json",
    "fork -C notes create -q laptop",
    "fork -C notes create -q phone",
    """fork -C notes update -q note.json --fork laptop --set '/title="Fork Yeah!!!"' --set '/state="final"'"""
    """ --set /views=11 --insert '/tags/-="swift"'""",
    """fork -C notes update -q note.json --fork phone --set '/title="Fork yeah"' --set '/state="published"'"""
    """ --set /views=12 --insert '/comments/-={ "id": 2, "text": "Second" }'""",
]
SESSION = ["fork diff laptop phone", "fork merge laptop phone", "fork get note.json"]
# The colors of a terminal, by the numbers of ECMA-48, section 8.3.117.
COLORS = {31: "#ff8a80", 32: "#7fdca0", 33: "#ffd479", 34: "#8ab4ff", 35: "#d7a6ff", 36: "#78dce8", 90: "#9aa6b8"}


def runner(program, place):
    """Returns a function that runs a command line at a place, and returns its output."""
    (place / "bin").mkdir()
    (place / "bin" / "fork").symlink_to(Path(program).resolve())
    second = 1_700_000_000

    def run(line, inside="."):
        nonlocal second
        second += 60
        names = {f"GIT_{role}_{part}": value for role in ("AUTHOR", "COMMITTER")
                 for part, value in (("NAME", "Ada"), ("EMAIL", "ada@example.org"), ("DATE", f"{second} +0000"))}
        environment = {"HOME": str(place), "PATH": f"{place}/bin:{os.environ['PATH']}", "GIT_CONFIG_NOSYSTEM": "1",
                       "LC_ALL": "C.UTF-8", "TZ": "UTC", **names}
        done = subprocess.run(["bash", "-c", line], cwd=place / inside, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, encoding="utf-8")
        if done.returncode not in (0, 1):
            sys.exit(f"pictures.py: {line}: status {done.returncode}\n{done.stdout}")
        return done.stdout

    return run


def spans(line):
    """The parts of a line that the terminal shows in one style, as elements of SVG."""
    style, parts = {}, []
    for text in re.split(r"(\x1b\[[0-9;]*m)", line):
        if text.startswith("\x1b["):
            for code in [int(number or 0) for number in text[2:-1].split(";")]:
                if code == 0: style = {}
                elif code == 1: style["font-weight"] = "bold"
                elif code == 2: style["fill"] = "#9aa6b8"
                elif code in COLORS: style["fill"] = COLORS[code]
        elif text:
            attributes = "".join(f' {name}="{value}"' for name, value in style.items())
            parts.append(f"<tspan{attributes}>{html.escape(text, quote=False)}</tspan>")
    return "".join(parts)


def wrapped(line, width):
    """The line in parts of at most this many columns, without cutting the sequences of the terminal."""
    parts, column = [""], 0
    for piece in re.findall(r"\x1b\[[0-9;]*m|.", line):
        if not piece.startswith("\x1b"):
            if column == width:
                parts.append("")
                column = 0
            column += 1
        parts[-1] += piece
    return parts


def picture(lines):
    """The terminal as SVG, with text that can be selected."""
    columns, height, width = 100, 20, 8.45
    rows = [part for line in lines for part in wrapped(line, columns)]
    size = (round(columns * width + 40), len(rows) * height + 56)
    texts = "\n".join(
        f'<text x="20" y="{index * height + 52}" xml:space="preserve">{spans(row)}</text>'
        for index, row in enumerate(rows) if row)
    dots = "".join(f'<circle cx="{22 + 18 * index}" cy="20" r="5" fill="{color}"/>'
                   for index, color in enumerate(("#ff5f57", "#febc2e", "#28c840")))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
            f'viewBox="0 0 {size[0]} {size[1]}" role="img" aria-label="A session in a terminal">\n'
            f'<rect width="100%" height="100%" rx="10" fill="#10141b"/>{dots}\n'
            '<g font-family="ui-monospace, SF Mono, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14" '
            f'fill="#e6eaf1">\n{texts}\n</g>\n</svg>\n')


def terminal(run):
    lines = []
    for line in SESSION:
        lines.append(f"\x1b[32m$\x1b[0m \x1b[1m{line}\x1b[0m")
        output = run(line + " --color always", "notes")
        lines += output.rstrip("\n").split("\n") + [""]
    return picture(lines[:-1])


def page(run, place):
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not browser:
        subprocess.run(["apt-get", "install", "-y", "-q", "chromium"], check=True, stdout=subprocess.DEVNULL)
        browser = "chromium"
    run("fork reset -q main --to main~2 || true", "notes")
    run("fork merge laptop", "notes")
    run("fork merge phone --on-conflict fail --dry-run --html ../page.html", "notes")
    target = place / "page.png"
    subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={place}/browser",
         "--lang=en-US", "--window-size=1100,820", f"--screenshot={target}", f"file://{place}/page.html"],
        check=True, env={**os.environ, "TZ": "UTC"}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return target


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    if len(arguments) != 1: sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        (place / "schema.json").write_text(SCHEMA)
        (place / "note.json").write_text(NOTE)
        run = runner(arguments[0], place)
        for line in BEGINNING: run(line)
        svg = terminal(run)
        known = PICTURES / "terminal.svg"
        if "--check" in sys.argv:
            if not known.exists() or known.read_text() != svg:
                sys.exit("pictures.py: .github/terminal.svg is not current; run Tests/Sessions/pictures.py <fork program>")
            return
        known.write_text(svg)
        image = page(run, place)
        if image.stat().st_size > 150_000: sys.exit("pictures.py: the picture of the page is over 150 KB")
        shutil.copyfile(image, PICTURES / "page.png")


main()
