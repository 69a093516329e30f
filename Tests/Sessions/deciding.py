#!/usr/bin/env python3
"""Conflicts decided by keys on a pseudo-terminal, and by clicks in a browser.

    deciding.py <fork program> [<folder for screenshots>]

Prints how many keys and clicks a conflict of 20 properties took, and ends with status 1 if anything is not as it should
be. The part for browsers needs Chromium and the Python package `playwright`; without them it is left out by name.
"""
import json, os, pty, select, shutil, signal, subprocess, sys, tempfile, termios, time

FORK = os.path.abspath(sys.argv[1])
SHOTS = sys.argv[2] if len(sys.argv) > 2 else None
PLACE = tempfile.mkdtemp()
ENVIRONMENT = {**os.environ, "HOME": PLACE, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
               "GIT_AUTHOR_NAME": "Ann Example", "GIT_AUTHOR_EMAIL": "ann@x", "GIT_COMMITTER_NAME": "Ann Example",
               "GIT_COMMITTER_EMAIL": "ann@x", "PATH": os.path.dirname(FORK) + ":" + os.environ["PATH"], "TERM": "xterm", "NO_COLOR": "1"}
problems = []


def check(condition, message):
    if not condition:
        problems.append(message)
        print("FAILED:", message)


def run(*words, cwd, status=0):
    done = subprocess.run(words, cwd=cwd, env=ENVIRONMENT, capture_output=True, text=True)
    if status is not None and done.returncode != status:
        raise SystemExit(f"{words} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def note(side, count=20):
    """A document of three objects, in which a side changed `count` properties."""
    keys = [f"p{i:02}" for i in range(count)]
    third = (count + 2) // 3
    parts = [keys[:third], keys[third:2 * third], keys[2 * third:]]
    return {"title": "T", "parts": {name: {k: f"{k} of {side}" for k in part} for name, part in zip("abc", parts)},
            side: True}


def repository(versions, name="r", document="note.json"):
    place = os.path.join(PLACE, name)
    os.makedirs(place)
    run("git", "init", "-q", "-b", "main", cwd=place)
    run("git", "config", "fork.conflicts", "manual", cwd=place)

    def commit(version, message, author, day):
        with open(os.path.join(place, document), "w") as file:
            file.write(version if isinstance(version, str) else json.dumps(version, indent=2) + "\n")
        run("git", "add", "-A", cwd=place)
        run("git", "commit", "-qm", message, "--author", f"{author} <{author}@x>", "--date", f"2026-01-0{day}T12:00:00Z",
            cwd=place)

    commit(versions[0], "base", "Bob", 1)
    run("git", "switch", "-qc", "phone", cwd=place)
    commit(versions[2], "theirs", "Eve", 2)
    run("git", "switch", "-q", "main", cwd=place)
    commit(versions[1], "ours", "Ann", 3)
    return place


def document(place, name="note.json"):
    with open(os.path.join(place, name)) as file:
        return json.load(file)


class Screen:
    """A program on a pseudo-terminal."""

    def __init__(self, *words, cwd, **variables):
        self.text, self.keys = "", 0
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            os.execvpe(words[0], list(words), {**ENVIRONMENT, **variables})
        self.settings = termios.tcgetattr(self.terminal)

    def wait(self, text, seconds=60):
        """Waits until the program has shown the text behind all that was waited for before."""
        end = time.time() + seconds
        while text not in self.text:
            ready, _, _ = select.select([self.terminal], [], [], 0.1)
            if ready:
                try:
                    data = os.read(self.terminal, 65536)
                except OSError:
                    data = b""
                if not data:
                    break
                self.text += data.decode(errors="replace")
            if time.time() > end:
                break
        check(text in self.text, f"the terminal did not show {text!r}, but {self.text[-600:]!r}")
        self.text = self.text[self.text.find(text) + len(text):] if text in self.text else ""

    def press(self, keys):
        self.keys += 1 if keys.startswith("\x1b") else len(keys)
        os.write(self.terminal, keys.encode())

    def end(self, seconds=60):
        """Waits for the end, and returns the exit status."""
        end = time.time() + seconds
        while time.time() < end:
            ready, _, _ = select.select([self.terminal], [], [], 0.05)
            if ready:
                try:
                    self.text += os.read(self.terminal, 65536).decode(errors="replace")
                except OSError:
                    pass
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        check(False, "the program did not end")
        return None


def terminal():
    place = repository([note("base"), note("ours"), note("theirs")])
    tip = run("git", "rev-parse", "main", cwd=place)

    # One by one: a key for each property, and one to take them.
    screen = Screen(FORK, "merge", "phone", "-i", cwd=place)
    screen.wait("(1 of 20)")
    screen.wait("[-base-]{+ours+}")
    screen.wait("main, Ann, ")
    screen.wait("phone, Eve, ")
    for number in range(20):
        screen.press("ot"[number % 2])
        screen.wait(f"({number + 2} of 20)" if number < 19 else "20 of 20 conflicts decided")
    check(run("git", "rev-parse", "main", cwd=place) == tip, "something was written before the end")
    screen.press("\r")
    check(screen.end() == 0, "merge -i ended with an error")
    made = document(place)["parts"]
    values = [made[name][key] for name in "abc" for key in sorted(made[name])]
    check(values == [f"p{i:02} of {['ours', 'theirs'][i % 2]}" for i in range(20)], f"wrong values: {values}")
    check(document(place)["ours"] and document(place)["theirs"], "a change that did not conflict is lost")
    check(screen.keys < 30, f"{screen.keys} keys")
    print(f"a conflict of 20 properties, each decided by itself: {screen.keys} keys")
    run(FORK, "undo", cwd=place)

    # By object and document, with back, skip, newest and a value from the editor.
    screen = Screen(FORK, "merge", "phone", "--interactive", cwd=place, GIT_EDITOR="printf '\"edited\"\\n' >")
    screen.wait("(1 of 20)")
    screen.press("s")
    screen.wait("(2 of 20)")
    screen.press("\x1b[D")
    screen.wait("(1 of 20)")
    screen.press("e")
    screen.wait("(2 of 20)")
    screen.press("T")
    screen.wait("(8 of 20)")
    screen.press("dn")
    screen.wait("20 of 20 conflicts decided")
    screen.press("\n")
    check(screen.end() == 0, "merge --interactive ended with an error")
    made = document(place)["parts"]
    check(made["a"]["p00"] == "edited" and made["a"]["p01"] == "p01 of theirs", f"wrong values: {made['a']}")
    check(made["b"]["p07"] == "p07 of ours", f"not the newest: {made['b']}")
    print(f"the same by object and document: {screen.keys} keys")
    run(FORK, "undo", cwd=place)

    # Giving up, and signals: nothing is written, and the terminal is as before.
    for ending, status in [("qq", 1), ("\x03", 130), (signal.SIGTERM, 143), ("\x04", 130)]:
        screen = Screen(FORK, "merge", "phone", "-i", cwd=place)
        screen.wait("(1 of 20)")
        check(not termios.tcgetattr(screen.terminal)[3] & termios.ICANON, "the keys are not taken at once")
        screen.press("t")
        screen.wait("(2 of 20)")
        if isinstance(ending, str):
            screen.press(ending)
        else:
            os.kill(screen.pid, ending)
        found = screen.end()
        check(found == status, f"ended with {found} after {ending!r}, not with {status}")
        check(termios.tcgetattr(screen.terminal) == screen.settings, f"the terminal is not restored after {ending!r}")
        check(run("git", "rev-parse", "main", cwd=place) == tip, f"something was written after {ending!r}")

    # A merge takes all decisions or none: the end is refused until all are made.
    screen = Screen(FORK, "merge", "phone", "-i", cwd=place)
    screen.wait("(1 of 20)")
    screen.press("ow")
    screen.wait("a merge is made completely or not at all, and 19 conflicts of 20 not decided")
    screen.press("q")
    screen.wait("q again quits, and drops 1 decision")
    screen.press("dt")
    screen.wait("20 of 20 conflicts decided")
    screen.press("w")
    check(screen.end() == 0, "merge -i refused all decisions")
    run(FORK, "undo", cwd=place)

    # Both changes of a text in one.
    place = repository([{"t": "the lazy dog sleeps"}, {"t": "the lazy dog rests"}, {"t": "the old dog sleeps"}], "both")
    screen = Screen(FORK, "merge", "phone", "-i", cwd=place)
    screen.wait('a both: "the old dog rests"')
    screen.press("a\r")
    check(screen.end() == 0 and document(place)["t"] == "the old dog rests", "both changes were not kept")
    place = os.path.join(PLACE, "r")

    # A git merge: what is skipped stays a conflict.
    run("git", "merge", "-q", "phone", cwd=place, status=1)
    screen = Screen(FORK, "resolve", "-i", cwd=place)
    screen.wait("(1 of 20)")
    screen.press("ow")
    check(screen.end() == 1, "resolve -i with open conflicts")
    screen = Screen("git", "-c", "mergetool.fork.cmd=fork mergetool $MERGED", "-c", "mergetool.fork.trustExitCode=true",
                    "mergetool", "--tool=fork", "--no-prompt", cwd=place)
    screen.wait("(1 of 19)")
    screen.press("ow")
    screen.wait("git restores a file that is not resolved completely, and 18 conflicts of 19 not decided")
    screen.press("kt")
    screen.press("dt")
    screen.wait("19 of 19 conflicts decided")
    screen.press("\r")
    check(screen.end() == 0, "git mergetool failed")
    check(run("git", "ls-files", "-u", cwd=place) == "", "git mergetool left something unmerged")
    made = document(place)["parts"]
    check(made["a"]["p00"] == "p00 of ours" and made["a"]["p01"] == "p01 of theirs", f"wrong values: {made['a']}")


def browser():
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return print("left out: the browser, since the Python package playwright is missing")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        return print("left out: the browser, since Chromium is missing")
    with sync_playwright() as playwright:
        program = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            clicks(program)
            hostile(program)
            many(program)
            reports(program)
        finally:
            program.close()


def opened(program, path, width=1400, scheme="light"):
    page = program.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.on("pageerror", lambda error: check(False, f"an error in the page: {error}"))
    page.on("console", lambda message: check(message.type != "error", f"the page complains: {message.text}"))
    page.on("request", lambda request: check(request.url.startswith(("file:", "blob:")), f"a request: {request.url}"))
    page.on("dialog", lambda dialog: check(False, "a document ran a script"))
    page.goto("file://" + path)
    return page


def shots(program, path, name):
    for width in [400, 1400]:
        for scheme in ["light", "dark"]:
            page = opened(program, path, width, scheme)
            check(page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} is wider than {width}")
            if SHOTS:
                page.screenshot(path=f"{SHOTS}/{name}-{width}-{scheme}.png")
            page.close()


def clicks(program):
    place = repository([note("base"), note("ours"), note("theirs")], "clicks")
    path = os.path.join(PLACE, "merge.html")
    run(FORK, "merge", "phone", "--dry-run", "--html", path, cwd=place, status=1)
    page = opened(program, path)
    made = 0
    for number in range(20):
        side = ["ours", "theirs"][number % 2]
        page.locator(".conflict").nth(number).locator(f"input[value={side}]").click()
        made += 1
    check(page.locator("#progress").text_content() == "20 of 20 conflicts decided", "not all are decided")
    command = page.locator("#command").text_content()
    with page.expect_download() as download:
        page.locator("#save").click()
    made += 1
    download.value.save_as(os.path.join(place, "..", "decisions.json"))
    check(made <= 30, f"{made} clicks")
    print(f"a conflict of 20 properties in the browser, each decided by itself: {made} clicks")
    shots(program, path, "merge")
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/merge-decided.png")

    expected = [f"p{i:02} of {['ours', 'theirs'][i % 2]}" for i in range(20)]
    for words in [["sh", "-c", command], [FORK, "merge", "phone", "--from", "../decisions.json"]]:
        run(*words, cwd=place)
        parts = document(place)["parts"]
        check([parts[n][k] for n in "abc" for k in sorted(parts[n])] == expected, f"wrong values after {words}")
        run(FORK, "undo", cwd=place)

    # By object and document, by keyboard too, and a value.
    page = opened(program, path)
    page.locator(".document > .heading button", has_text="Theirs").click()
    page.locator(".object .heading button", has_text="Ours").first.click()
    page.locator(".conflict").nth(19).locator("input[value=theirs]").focus()
    page.keyboard.press("ArrowRight")
    page.locator(".conflict").nth(19).locator("textarea").fill("12345678901234567890.0")
    command = page.locator("#command").text_content()
    check("'note.json#/parts/a=ours'" in command, f"not by object: {command}")
    run("sh", "-c", command, cwd=place)
    with open(os.path.join(place, "note.json")) as file:
        check("12345678901234567890.0" in file.read(), "the digits of a number are lost")
    run(FORK, "undo", cwd=place)

    # Decisions about a merge that has changed meanwhile are refused.
    run("git", "commit", "-q", "--allow-empty", "-m", "later", cwd=place)
    run(FORK, "merge", "phone", "--from", "../decisions.json", cwd=place, status=1)
    run("git", "merge", "-q", "phone", cwd=place, status=1)
    path = os.path.join(PLACE, "conflicts.html")
    run(FORK, "conflicts", "--html", path, cwd=place, status=1)
    page = opened(program, path)
    page.locator(".document > .heading button", has_text="Newest").click()
    run("sh", "-c", page.locator("#command").text_content(), cwd=place)
    check(run("git", "ls-files", "-u", cwd=place) == "", "the command of the page left conflicts")


def hostile(program):
    texts = ["</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!--<script>", "\u0007\u001b[31m\u202e'\"`$(x)",
             "javascript:alert(1)", "\\\"}]</textarea>", "\ud800", "\u2028\u0000"]
    version = lambda side: json.dumps({f"<b onclick=alert({i})>{side[0]}": "" for i in range(2)} | {
        f"<i>{i}": side + text for i, text in enumerate(texts)}, ensure_ascii=False).replace("\ud800", "\\ud800")
    path = os.path.join(PLACE, "hostile.html")
    name = "<script>alert(2)</script>'$(x).json".replace("/", "_")
    place = repository([version("base"), version("ours"), version("theirs")], "hostile", name)
    run(FORK, "merge", "phone", "--dry-run", "--html", path, cwd=place, status=1)
    page = opened(program, path)
    page.wait_for_timeout(300)
    check(page.locator("main script, main img, main b, main i").count() == 0, "a document made elements")
    shown = page.locator("main").text_content()
    check("\\u{202e}" in shown and "\u202e" not in shown, "control characters are not shown as numbers")
    page.locator(".document > .heading button", has_text="Theirs").first.click()
    with page.expect_download() as download:
        page.locator("#save").click()
    download.value.save_as(os.path.join(PLACE, "hostile.json"))
    run("sh", "-c", page.locator("#command").text_content(), cwd=place)
    run(FORK, "undo", cwd=place)
    run(FORK, "merge", "phone", "--from", os.path.join(PLACE, "hostile.json"), cwd=place)


def many(program):
    place = repository([note(side, 2000) for side in ["base", "ours", "theirs"]], "many")
    path = os.path.join(PLACE, "many.html")
    run(FORK, "merge", "phone", "--dry-run", "--html", path, "--quiet", cwd=place, status=1)
    page = opened(program, path)
    page.locator(".conflict").nth(1500).locator("input[value=ours]").click()
    page.locator(".document > .heading button", has_text="Theirs").click()
    check(page.locator("#progress").text_content() == "2000 of 2000 conflicts decided", "2,000 are not decided")
    with page.expect_download() as download:
        page.locator("#save").click()
    download.value.save_as(os.path.join(PLACE, "many.json"))
    run(FORK, "merge", "phone", "--from", os.path.join(PLACE, "many.json"), "--quiet", cwd=place)
    check(document(place)["parts"]["a"]["p00"] == "p00 of theirs", "2,000 decisions were not taken")


def reports(program):
    place = os.path.join(PLACE, "many")
    run(FORK, "update", "note.json", "--set", '/title="The new title"', cwd=place)
    for name, words in {"show": ["show"], "explain": ["explain", "main~1", "note.json#/parts/a"], "diff": ["diff", "main~1", "main"],
                        "log": ["log"]}.items():
        path = os.path.join(PLACE, name + ".html")
        run(FORK, *words, "--html", path, cwd=place)
        page = opened(program, path)
        check(page.locator("section.part").count() > 0, f"the page of {name} is empty")
        shots(program, path, name)


try:
    terminal()
    browser()
finally:
    shutil.rmtree(PLACE)
sys.exit(1 if problems else 0)
