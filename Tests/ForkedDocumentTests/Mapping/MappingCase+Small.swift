/// Small cases, one for each step of the mapping.
extension MappingCase {
  static let small: [MappingCase] = [
    MappingCase(
      "equal elements stand in one order", #"[{"a": 1}, {"a": 1}]"#,
      #"[{"a": 1}, {"b": 5}, {"a": 1}]"#, #"[{"a": 1}]"#,
      rows: ["/0 | /0 | /0", "/1 | /2 | -", "- | /1 | -"]),
    MappingCase(
      "an edit of one of two twins is at its place",
      #"[{"a": 1, "b": 1, "c": 1}, 0, {"a": 1, "b": 1, "c": 1}]"#,
      #"[{"a": 1, "b": 1, "c": 1}, 0, {"a": 1, "b": 2, "c": 1}]"#,
      #"[{"a": 1, "b": 1, "c": 1}, 0, {"a": 1, "b": 1, "c": 1}]"#, rows: ["/2 | /2 | /2"]),
    MappingCase(
      "keys that were exchanged are seen by their content",
      #"{"a": {"t": "Ada", "w": 1, "h": 2}, "b": {"t": "Ben", "w": 3, "h": 4}}"#,
      #"{"b": {"t": "Ada", "w": 1, "h": 2}, "a": {"t": "Ben", "w": 3, "h": 4}}"#,
      #"{"a": {"t": "Ada", "w": 1, "h": 2}, "b": {"t": "Ben", "w": 3, "h": 5}}"#,
      rows: ["/a | /b | /a", "/b | /a | /b"]),
    MappingCase(
      "another name is another thing where names are kept, though all else is alike",
      #"[{"k": "ada", "n": 1}, {"k": "ben", "n": 2, "o": 3}]"#,
      #"[{"k": "ada", "n": 1}, {"k": "ben", "n": 2, "o": 4}]"#,
      #"[{"k": "ada", "n": 1}, {"k": "cleo", "n": 2, "o": 3}]"#,
      rows: ["/1 | /1 | -", "- | - | /1"], open: ["/1 | /1 | -", "- | - | /1"]),
    MappingCase(
      "another name beside one that stays is a change",
      #"[{"k": "ada", "i": "x1"}, {"k": "ben", "i": "x2", "n": 2}]"#,
      #"[{"k": "ada", "i": "x1"}, {"k": "ben", "i": "x2", "n": 3}]"#,
      #"[{"k": "ada", "i": "x1"}, {"k": "cleo", "i": "x2", "n": 2}]"#,
      rows: ["/1 | /1 | /1"]),
    MappingCase(
      "values of a list are no names, even if there are as many as elements",
      #"[{"k": "ada", "l": []}, {"k": "ben", "n": 2, "l": ["x", "y"]}]"#,
      #"[{"k": "ada", "l": []}, {"k": "ben", "n": 3, "l": ["x", "y"]}]"#,
      #"[{"k": "ada", "l": []}, {"k": "cleo", "n": 2, "l": ["x", "y"]}]"#,
      rows: ["/1 | /1 | -", "- | - | /1"], open: ["/1 | /1 | -", "- | - | /1"]),
    MappingCase(
      "a copy is no edit of what it replaces",
      #"[{"k": "ada", "n": 1, "o": 2, "p": 3}, {"k": "ben", "n": 1, "o": 2, "p": 3}]"#,
      #"[{"k": "ben", "n": 1, "o": 2, "p": 3}, {"k": "ben", "n": 1, "o": 2, "p": 3}]"#,
      #"[{"k": "ada", "n": 1, "o": 2, "p": 4}, {"k": "ben", "n": 1, "o": 2, "p": 3}]"#,
      rows: ["/0 | - | /0"], open: ["/0 | - | /0", "- | /0 | -"]),
    MappingCase(
      "names that are all new say nothing",
      #"[{"k": "ada", "n": 1, "o": 5}, {"k": "ben", "n": 2, "o": 6}]"#,
      #"[{"k": "ada", "n": 1, "o": 5}, {"k": "ben", "n": 2, "o": 6}]"#,
      #"[{"k": "x", "n": 1, "o": 5}, {"k": "y", "n": 2, "o": 6}]"#,
      rows: ["/0 | /0 | /0", "/1 | /1 | /1"]),
    MappingCase(
      "a key and a value that contradict each other are open",
      #"{"a": {"v": 1}, "b": {"v": 2}}"#, #"{"a": {"v": 2}, "b": {"v": 1}}"#,
      #"{"a": {"v": 1}, "b": {"v": 2}}"#, rows: ["/a | - | /a", "- | /a | -"],
      open: ["/a | - | /a", "/b | - | /b", "- | /a | -", "- | /b | -"]),
    MappingCase(
      "the key stays where another member took the content over, in part",
      #"{"a": {"v": 1, "w": 1}, "b": {"v": 2, "w": 2}}"#,
      #"{"a": {"v": 2, "w": 1}, "b": {"v": 3, "w": 2}}"#,
      #"{"a": {"v": 1, "w": 1}, "b": {"v": 2, "w": 2}}"#, rows: ["/a | /a | /a", "/b | /b | /b"]),
    MappingCase(
      "under one key, all may change", #"{"a": {"x": 1}}"#, #"{"a": {"y": 2}}"#, #"{"a": [1]}"#,
      rows: ["/a | /a | /a", "/a/x | - | -", "- | /a/y | -"]),
    MappingCase(
      "a copy is no move", #"{"a": [{"t": "x", "u": "p"}, {"t": "y", "u": "q"}], "b": []}"#,
      #"{"a": [{"t": "x", "u": "p"}, {"t": "y", "u": "q"}], "b": [{"t": "x", "u": "p"}]}"#,
      #"{"a": [{"t": "x", "u": "p"}, {"t": "y", "u": "q"}], "b": []}"#,
      rows: ["/a/0 | /a/0 | /a/0", "- | /b/0 | -"]),
    MappingCase(
      "what moves into something new is followed", #"{"a": {"t": "x", "u": "p"}, "b": {"v": 1}}"#,
      #"{"n": {"a": {"t": "x", "u": "p"}}, "b": {"v": 1}}"#,
      #"{"a": {"t": "x", "u": "q"}, "b": {"v": 1}}"#,
      rows: ["/a | /n/a | /a", "- | /n | -"]),
    MappingCase(
      "nothing moves from a deleted thing into an added one",
      #"[{"k": "a", "t": {"u": "p", "v": "q"}, "n": [1], "m": "z"}, {"k": "b"}]"#,
      #"[{"k": "b"}, {"j": "c", "t": {"u": "p", "v": "q"}, "o": "x", "r": "y", "s": "w"}]"#,
      #"[{"k": "a", "t": {"u": "p", "v": "q"}, "n": [1], "m": "z"}, {"k": "b"}]"#,
      rows: ["/0 | - | /0", "/0/t | - | /0/t", "- | /1/t | -"], open: ["/0 | - | /0", "- | /1 | -"]),
    MappingCase(
      "both added it, in one gap", #"[{"k": "a"}, {"k": "b"}]"#,
      #"[{"k": "a"}, {"k": "c"}, {"k": "b"}]"#, #"[{"k": "a"}, {"k": "c"}, {"k": "b"}]"#,
      rows: ["- | /1 | /1"]),
    MappingCase(
      "without a base, the sides are compared", "", #"{"a": {"x": 1}, "l": [{"k": "a", "v": 1}]}"#,
      #"{"a": {"x": 2}, "l": [{"k": "a", "v": 1}, {"k": "b", "v": 2}]}"#,
      rows: ["- | / | /", "- | /a/x | /a/x", "- | /l/0 | /l/0", "- | - | /l/1"]),
    MappingCase(
      "a replaced scalar is at its place", #"["a", "b", "c"]"#, #"["a", "x", "c", "d"]"#,
      #"["b", "c"]"#, rows: ["/1 | /1 | /0", "/0 | /0 | -", "- | /3 | -"]),
    MappingCase(
      "a new record takes nothing from the old one", #"[{"code": "e", "tag": "b", "note": ""}]"#,
      #"[{"code": "new", "tag": "b", "note": "x"}, {"code": "e", "tag": "b", "memo": ""}]"#,
      #"[{"code": "e", "tag": "b", "note": ""}]"#, rows: ["/0 | /1 | /0", "- | /0 | -"]),
    MappingCase(
      "equal lines that are appended and inserted are two", #"[{"m": "s"}, {"m": "t"}]"#,
      #"[{"m": "s"}, {"m": "t"}, {"m": "s"}]"#, #"[{"m": "s"}, {"m": "s"}, {"m": "t"}]"#,
      rows: ["/0 | /0 | /0", "- | /2 | -", "- | - | /1"]),
  ]
}
