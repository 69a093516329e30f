/// Small cases made after public reports and real merges, and what their mappings say.
extension MappingCase {
  static let reported: [MappingCase] = movedAndAdded + editedAndRenamed

  private static let movedAndAdded: [MappingCase] = [
    MappingCase(
      "a replacement and an equal insertion",
      #"""
      [0, 1, 0, 1, 0, 0, 1]
      """#,
      #"""
      [2, 1, 0, 1, 0, 0, 1]
      """#,
      #"""
      [0, 1, 0, 2, 1, 0, 0, 1]
      """#,
      rows: ["/0 | /0 | /0", "- | - | /3"]),
    MappingCase(
      "added by both under one code",
      #"""
      [{"code": "core", "name": "Core Set"}, {"code": "jac", "name": "Jane Finn"}]
      """#,
      #"""
      [{"code": "core", "name": "Core Set"}, {"code": "itm", "name": "Into the Maelstrom"
      }, {"code": "jac", "name": "Jane Finn"}]
      """#,
      #"""
      [{"code": "core", "name": "Core Set"}, {"code": "itm", "name": "Hacia el remolino"
      }, {"code": "jac", "name": "Jane Finn"}]
      """#,
      rows: ["/1 | /2 | /2", "- | /1 | -", "- | - | /1"],
      open: ["- | /1 | -", "- | - | /1"]),
    MappingCase(
      "added by both with lists that differ",
      #"""
      {"helpers": [{"name": "h_a", "requires": ["Morph"]}]}
      """#,
      #"""
      {"helpers": [{"name": "h_a", "requires": ["Morph"]}, {"name": "h_double",
      "requires": [{"hits": 2}]}]}
      """#,
      #"""
      {"helpers": [{"name": "h_a", "requires": ["Morph"]}, {"name": "h_double",
      "requires": [{"hits": 4}]}]}
      """#,
      rows: [
        "- | /helpers/1 | /helpers/1",
        "- | /helpers/1/requires | /helpers/1/requires",
        "- | /helpers/1/requires/0 | -",
        "- | - | /helpers/1/requires/0",
      ]),
    MappingCase(
      "added under one id behind null",
      #"""
      [null, {"id": 1, "name": "Reid", "classId": 1}, {"id": 2, "name": "Priscilla",
      "classId": 2}]
      """#,
      #"""
      [null, {"id": 1, "name": "Reid", "classId": 1}, {"id": 2, "name": "Priscilla",
      "classId": 2}, {"id": 3, "name": "Gale", "classId": 3}]
      """#,
      #"""
      [null, {"id": 1, "name": "Reid", "classId": 1}, {"id": 2, "name": "Priscilla",
      "classId": 2}, {"id": 3, "name": "Michelle", "classId": 4}]
      """#,
      rows: ["- | /3 | -", "- | - | /3"],
      open: ["- | /3 | -", "- | - | /3"]),
    MappingCase(
      "card moved by both",
      #"""
      {"todo": [{"id": "card-17", "title": "Write the report", "owner": "ada"}, {
      "id": "card-18", "title": "Fix the door", "owner": "ada"}], "doing": [], "done": []
      }
      """#,
      #"""
      {"todo": [{"id": "card-18", "title": "Fix the door", "owner": "ada"}], "doing": [{
      "id": "card-17", "title": "Write the report", "owner": "ada"}], "done": []}
      """#,
      #"""
      {"todo": [{"id": "card-18", "title": "Fix the door", "owner": "ada"}], "doing": [],
      "done": [{"id": "card-17", "title": "Write the report", "owner": "ada"}]}
      """#,
      rows: [
        "/todo/0 | /doing/0 | /done/0",
        "/todo/1 | /todo/0 | /todo/0",
        "/doing | /doing | /doing",
      ]),
    MappingCase(
      "colon on the next line",
      #"""
      {}
      """#,
      #"""
      {}
      """#,
      #"""
      {"a": {"b": {"c": 1}}}
      """#,
      rows: ["/ | / | /", "- | - | /a"]),
    MappingCase(
      "comment at a new record",
      #"""
      [{"code": "e", "tag": "b", "note": ""}]
      """#,
      #"""
      [{"code": "new", "tag": "b", "note": "x"}, {"code": "e", "tag": "b", "memo": ""}]
      """#,
      #"""
      [{"code": "e", "tag": "b", "note": ""}]
      """#,
      rows: ["/0 | /1 | /0", "- | /0 | -"]),
    MappingCase(
      "comment deleted in renamed",
      #"""
      {"a": {"x": 1}}
      """#,
      #"""
      {"b": {"x": 1}}
      """#,
      #"""
      {"a": {"x": 1}}
      """#,
      rows: ["/a | /b | /a", "/a/x | /b/x | /a/x"]),
    MappingCase(
      "counters in a list",
      #"""
      [1, 2]
      """#,
      #"""
      [5, 2]
      """#,
      #"""
      [3, 2]
      """#,
      rows: ["/0 | /0 | /0", "/1 | /1 | /1"]),
    MappingCase(
      "dependency moved and raised",
      #"""
      {"dependencies": {"x": "^5.2.0"}, "devDependencies": {}}
      """#,
      #"""
      {"dependencies": {}, "devDependencies": {"x": "^5.2.0"}}
      """#,
      #"""
      {"dependencies": {"x": "^5.3.0"}, "devDependencies": {}}
      """#,
      rows: ["/dependencies/x | /devDependencies/x | /dependencies/x"]),
    MappingCase(
      "element without id moved by both",
      #"""
      {"todo": [{"t": "title 1", "x": 1, "y": 1, "z": "abc"}, {"q": "other", "r": 55,
      "s": [7, 8, 9]}], "doing": [], "done": []}
      """#,
      #"""
      {"todo": [{"q": "other", "r": 55, "s": [7, 8, 9]}], "doing": [{"t": "title 1",
      "x": 1, "y": 1, "z": "abc"}], "done": []}
      """#,
      #"""
      {"todo": [{"q": "other", "r": 55, "s": [7, 8, 9]}], "doing": [], "done": [{
      "t": "title 1", "x": 1, "y": 1, "z": "abc"}]}
      """#,
      rows: ["/todo/0 | /doing/0 | /done/0"]),
    MappingCase(
      "element without id moved by both and edited",
      #"""
      {"items": [{"code": "a", "qty": 1, "tag": "x", "note": "one"}, {"code": "b",
      "qty": 2, "tag": "y", "note": "two"}, {"code": "c", "qty": 3, "tag": "z",
      "note": "three"}], "other": []}
      """#,
      #"""
      {"items": [{"code": "a", "qty": 1, "tag": "x", "note": "one"}, {"code": "b",
      "qty": 2, "tag": "y", "note": "two"}], "other": [{"code": "c", "qty": 3, "tag": "z",
      "note": "three"}]}
      """#,
      #"""
      {"items": [{"code": "a", "qty": 1, "tag": "x", "note": "one"}, {"code": "b",
      "qty": 2, "tag": "y", "note": "two"}], "other": [{"code": "c", "qty": 4, "tag": "z",
      "note": "three"}]}
      """#,
      rows: ["/items/2 | /other/0 | /other/0"]),
    MappingCase(
      "equal lines appended and inserted",
      #"""
      [{"m": "s"}, {"m": "t"}, {"m": "u"}]
      """#,
      #"""
      [{"m": "s"}, {"m": "t"}, {"m": "u"}, {"m": "s"}]
      """#,
      #"""
      [{"m": "s"}, {"m": "s"}, {"m": "t"}, {"m": "u"}]
      """#,
      rows: ["/0 | /0 | /0", "- | /3 | -", "- | - | /1"]),
  ]

  private static let editedAndRenamed: [MappingCase] = [
    MappingCase(
      "ids anew both",
      #"""
      {"theme": [{"_id": "u1", "name": "Contrast", "bg": "#000"}, {"_id": "u2",
      "name": "Robroy", "bg": "#111"}]}
      """#,
      #"""
      {"theme": [{"_id": "v1", "name": "Contrast", "bg": "#00f"}, {"_id": "v2",
      "name": "Robroy", "bg": "#111"}]}
      """#,
      #"""
      {"theme": [{"_id": "w1", "name": "Contrast", "bg": "#000"}, {"_id": "w2",
      "name": "Robroy", "bg": "#222"}]}
      """#,
      rows: [],
      open: [
        "/theme/0 | - | /theme/0", "/theme/1 | /theme/1 | -", "- | /theme/0 | -",
        "- | - | /theme/1",
      ]),
    MappingCase(
      "key taken over by another",
      #"""
      {"a": {"id": 1, "title": "Ada", "w": 1, "on": true}}
      """#,
      #"""
      {"a": {"id": 2, "title": "Ben", "w": 3, "on": true}, "c": {"id": 1, "title": "Ada",
      "w": 1, "on": true}}
      """#,
      #"""
      {"a": {"id": 1, "title": "Ada", "w": 1, "on": false}}
      """#,
      rows: ["/a | /c | /a", "- | /a | -"]),
    MappingCase(
      "keys renamed in a chain",
      #"""
      {"a": {"title": "Ada", "w": 1, "h": 2, "src": "ada.png", "on": true}, "b": {
      "title": "Ben", "w": 3, "h": 4, "src": "ben.png", "on": true}}
      """#,
      #"""
      {"b": {"title": "Ada", "w": 1, "h": 2, "src": "ada.png", "on": true}, "c": {
      "title": "Ben", "w": 3, "h": 4, "src": "ben.png", "on": true}}
      """#,
      #"""
      {"a": {"title": "Ada", "w": 1, "h": 2, "src": "ada.png", "on": true}, "b": {
      "title": "Ben", "w": 3, "h": 4, "src": "ben.png", "on": false}}
      """#,
      rows: ["/a | /b | /a", "/b | /c | /b"]),
    MappingCase(
      "list of strings and objects",
      #"""
      {"requires": ["canGlide", "canClimb", {"or": ["Boots", "maxHeight", {"and": [
      "Jump", {"or": ["crouch", "canGrab"]}]}]}]}
      """#,
      #"""
      {"requires": ["canGlide", "canClimb", {"or": ["Boots", "maxHeight", {"and": [
      "Jump", {"or": ["lowCrouch", "canGrab"]}]}]}]}
      """#,
      #"""
      {"requires": ["canGlide", "canClimb", {"or": ["Boots", "lowMaxHeight", {"and": [
      "Jump", {"or": ["crouch", "canGrab"]}]}]}]}
      """#,
      rows: [
        "/requires/2/or/2/and/1 | /requires/2/or/2/and/1 | /requires/2/or/2/and/1",
        "/requires/2/or/1 | /requires/2/or/1 | /requires/2/or/1",
      ]),
    MappingCase(
      "notebook ids anew n1",
      #"""
      {"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["# Title"]}, {
      "cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [],
      "source": ["x = 1\n", "y = 2"]}, {"cell_type": "code", "execution_count": null,
      "metadata": {}, "outputs": [], "source": ["print(x + y)"]}, {
      "cell_type": "markdown", "metadata": {}, "source": ["The end"]}], "metadata": {
      "kernelspec": {"name": "python3"}}, "nbformat": 4, "nbformat_minor": 4}
      """#,
      #"""
      {"cells": [{"cell_type": "markdown", "id": "a0000000", "metadata": {}, "source": [
      "# Title"]}, {"cell_type": "code", "execution_count": null, "id": "a0000001",
      "metadata": {}, "outputs": [], "source": ["x = 10\n", "y = 2"]}, {
      "cell_type": "code", "execution_count": null, "id": "a0000002", "metadata": {},
      "outputs": [], "source": ["print(x + y)"]}, {"cell_type": "markdown",
      "id": "a0000003", "metadata": {}, "source": ["The end"]}], "metadata": {
      "kernelspec": {"name": "python3"}}, "nbformat": 4, "nbformat_minor": 5}
      """#,
      #"""
      {"cells": [{"cell_type": "markdown", "id": "b0000000", "metadata": {}, "source": [
      "# Title"]}, {"cell_type": "code", "execution_count": null, "id": "b0000001",
      "metadata": {}, "outputs": [], "source": ["x = 1\n", "y = 2"]}, {
      "cell_type": "code", "execution_count": null, "id": "b0000002", "metadata": {},
      "outputs": [], "source": ["print(x * y)"]}, {"cell_type": "markdown",
      "id": "b0000003", "metadata": {}, "source": ["The end"]}], "metadata": {
      "kernelspec": {"name": "python3"}}, "nbformat": 4, "nbformat_minor": 5}
      """#,
      rows: ["/cells/1 | /cells/1 | /cells/1", "/cells/3 | /cells/3 | /cells/3"]),
    MappingCase(
      "notebook ids anew n5",
      #"""
      {"cells": [{"cell_type": "markdown", "id": "a0000000", "metadata": {}, "source": [
      "# Title"]}, {"cell_type": "code", "execution_count": null, "id": "a0000001",
      "metadata": {}, "outputs": [], "source": ["x = 1\n", "y = 2"]}, {
      "cell_type": "code", "execution_count": null, "id": "a0000002", "metadata": {},
      "outputs": [], "source": ["print(x + y)"]}, {"cell_type": "markdown",
      "id": "a0000003", "metadata": {}, "source": ["The end"]}], "metadata": {
      "kernelspec": {"name": "python3"}}, "nbformat": 4, "nbformat_minor": 5}
      """#,
      #"""
      {"cells": [{"cell_type": "markdown", "id": "b0000000", "metadata": {}, "source": [
      "# Title"]}, {"cell_type": "code", "execution_count": null, "id": "b0000001",
      "metadata": {}, "outputs": [], "source": ["x = 10\n", "y = 2"]}, {
      "cell_type": "code", "execution_count": null, "id": "b0000002", "metadata": {},
      "outputs": [], "source": ["print(x + y)"]}, {"cell_type": "markdown",
      "id": "b0000003", "metadata": {}, "source": ["The end"]}], "metadata": {
      "kernelspec": {"name": "python3"}}, "nbformat": 4, "nbformat_minor": 5}
      """#,
      #"""
      {"cells": [{"cell_type": "markdown", "id": "c0000000", "metadata": {}, "source": [
      "# Title"]}, {"cell_type": "code", "execution_count": null, "id": "c0000001",
      "metadata": {}, "outputs": [], "source": ["x = 1\n", "y = 2"]}, {
      "cell_type": "code", "execution_count": null, "id": "c0000002", "metadata": {},
      "outputs": [], "source": ["print(x * y)"]}, {"cell_type": "markdown",
      "id": "c0000003", "metadata": {}, "source": ["The end"]}], "metadata": {
      "kernelspec": {"name": "python3"}}, "nbformat": 4, "nbformat_minor": 5}
      """#,
      rows: ["/cells/1 | /cells/1 | /cells/1", "/cells/3 | /cells/3 | /cells/3"]),
    MappingCase(
      "only white space differs",
      #"""
      [{"id": 1, "a": 1, "b": 1}, {"id": 2, "a": 1, "b": 1}, {"id": 3, "a": 1, "b": 1}]
      """#,
      #"""
      [{"id": 1, "a": 2, "b": 1}, {"id": 2, "a": 1, "b": 1}, {"id": 3, "a": 1, "b": 1}]
      """#,
      #"""
      [{"id": 1, "a": 1, "b": 2}, {"id": 2, "a": 1, "b": 1}, {"id": 3, "a": 1, "b": 1}]
      """#,
      rows: ["/0 | /0 | /0", "/1 | /1 | /1", "/2 | /2 | /2"]),
    MappingCase(
      "ordered moved by both",
      #"""
      {"todo": [{"id": "t1", "text": "Write the report", "position": 100, "notes": "long"
      }, {"id": "t2", "text": "Call Bob", "position": 200, "notes": "short"}], "done": [],
      "later": []}
      """#,
      #"""
      {"todo": [{"id": "t2", "text": "Call Bob", "position": 200, "notes": "short"}],
      "done": [{"id": "t1", "text": "Write the report", "position": 100, "notes": "long"}
      ], "later": []}
      """#,
      #"""
      {"todo": [{"id": "t2", "text": "Call Bob", "position": 200, "notes": "short"}],
      "done": [], "later": [{"id": "t1", "text": "Write the report", "position": 100,
      "notes": "long"}]}
      """#,
      rows: ["/todo/0 | /done/0 | /later/0", "/todo/1 | /todo/0 | /todo/0"]),
    MappingCase(
      "pin of a branch against a version",
      #"""
      {"pins": [{"identity": "toolkit", "kind": "remoteSourceControl",
      "location": "https://example.org/toolkit", "state": {"revision": "1d5b",
      "version": "18.0.0"}}], "version": 2}
      """#,
      #"""
      {"pins": [{"identity": "toolkit", "kind": "remoteSourceControl",
      "location": "https://example.org/toolkit", "state": {"branch": "try/feedback",
      "revision": "ccdc"}}], "version": 2}
      """#,
      #"""
      {"pins": [{"identity": "toolkit", "kind": "remoteSourceControl",
      "location": "https://example.org/toolkit", "state": {"revision": "b7f5",
      "version": "18.4.1"}}], "version": 2}
      """#,
      rows: ["/pins/0/state | /pins/0/state | /pins/0/state"]),
    MappingCase(
      "renamed in place and edited",
      #"""
      {"menu": [{"name": "Themes", "url": "https://example.org/b", "items": [{
      "title": "Lakes", "querable": 0, "type": "map"}, {"title": "Woods", "querable": 0,
      "type": "map"}]}]}
      """#,
      #"""
      {"menu": [{"name": "Maps", "url": "https://example.org/b", "items": [{
      "title": "Lakes", "querable": 0, "type": "map"}, {"title": "Woods", "querable": 0,
      "type": "map"}]}]}
      """#,
      #"""
      {"menu": [{"name": "Themes", "url": "https://example.org/b", "items": [{
      "title": "Lakes", "queryable": 0, "type": "map"}, {"title": "Woods", "queryable": 0,
      "type": "map"}]}]}
      """#,
      rows: [
        "/menu/0 | /menu/0 | /menu/0",
        "/menu/0/items/1 | /menu/0/items/1 | /menu/0/items/1",
      ]),
    MappingCase(
      "reordered and renumbered",
      #"""
      [{"id": 1, "pos": {"x": 0, "y": 10}}, {"id": 2, "pos": {"x": 0, "y": 20}}, {
      "id": 3, "pos": {"x": 0, "y": 30}}, {"id": 4, "pos": {"x": 0, "y": 40}}]
      """#,
      #"""
      [{"id": 4, "pos": {"x": 0, "y": 10}}, {"id": 1, "pos": {"x": 0, "y": 20}}, {
      "id": 2, "pos": {"x": 0, "y": 30}}, {"id": 3, "pos": {"x": 0, "y": 40}}]
      """#,
      #"""
      [{"id": 1, "pos": {"x": 0, "y": 10}}, {"id": 2, "pos": {"x": 0, "y": 20}}, {
      "id": 3, "pos": {"x": 0, "y": 30}}, {"id": 4, "pos": {"x": 0, "y": 40}, "note": "N"
      }]
      """#,
      rows: ["/0 | - | /0"],
      open: ["/0 | - | /0", "/3 | - | /3"]),
    MappingCase(
      "two equal edits of booleans",
      #"""
      [true, true, true, true, true, true]
      """#,
      #"""
      [false, true, true, true, true, true]
      """#,
      #"""
      [true, true, true, true, true, false]
      """#,
      rows: ["/0 | /0 | /0", "/5 | /5 | /5"]),
    MappingCase(
      "unique code kept and position changed",
      #"""
      [{"code": "12001a", "name": "Fox", "position": 1, "text": "Day."}, {
      "code": "12001b", "name": "Fox", "position": 2, "text": "Night."}, {
      "code": "12003", "name": "Stomp", "position": 3, "text": "Deal 1."}, {
      "code": "12004", "name": "Hive", "position": 4, "text": "Draw."}]
      """#,
      #"""
      [{"code": "12001a", "name": "Fox", "position": 1, "text": "Day."}, {
      "code": "12001b", "name": "Fox", "position": 2, "text": "Night."}, {
      "code": "12003", "name": "Stomp", "position": 5, "text": "Deal 8."}, {
      "code": "12004", "name": "Hive", "position": 4, "text": "Draw."}]
      """#,
      #"""
      [{"code": "12001a", "name": "Fox", "position": 1, "text": "Day."}, {
      "code": "12001b", "name": "Fox", "position": 2, "text": "Night."}, {
      "code": "12003", "art": "54c9", "name": "Stomp", "position": 3, "text": "Deal 1."},
      {"code": "12004", "name": "Hive", "position": 4, "text": "Draw."}]
      """#,
      rows: ["/2 | /2 | /2"]),
  ]

}
