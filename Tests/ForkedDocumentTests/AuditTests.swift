import ForkedJSON
import Testing

@testable import ForkedDocument

/// The audit lets every good merge pass and catches every seeded defect, row by row of its table.
struct AuditTests {
  @Test(arguments: rows + arrays + elements + ordered + duplicates + spelling)
  func goodMergesPass(_ row: AuditCase) throws {
    for merged in row.good {
      let defects = try row.defects(of: merged)
      #expect(defects.isEmpty, "\(merged): \(defects)")
    }
  }

  @Test(arguments: rows + arrays + elements + ordered + duplicates + spelling)
  func seededDefectsAreCaught(_ row: AuditCase) throws {
    for merged in row.bad {
      #expect(try !row.defects(of: merged).isEmpty, "\(merged)")
    }
  }
}

private let rows: [AuditCase] = [
  AuditCase(
    name: "members: edits of two keys", base: #"{"a":1,"b":1,"c":1}"#,
    ours: #"{"a":2,"b":1,"c":1}"#,
    theirs: #"{"a":1,"b":2,"c":1}"#, good: [#"{"a":2,"b":2,"c":1}"#],
    bad: [
      #"{"a":1,"b":2,"c":1}"#, #"{"a":2,"b":1,"c":1}"#, #"{"a":2,"b":2,"c":3}"#, #"{"a":2,"b":2}"#,
      #"{"a":2,"b":2,"c":1,"d":1}"#, #"{"b":2,"a":2,"c":1}"#, "[]", "null",
    ]),
  AuditCase(
    name: "members: added and deleted", base: #"{"a":1,"b":{"x":1}}"#,
    ours: #"{"a":1,"b":{"x":1},"n":{"y":1}}"#, theirs: #"{"b":{"x":1,"z":2}}"#,
    good: [#"{"b":{"x":1,"z":2},"n":{"y":1}}"#],
    bad: [
      #"{"a":1,"b":{"x":1,"z":2},"n":{"y":1}}"#, #"{"b":{"x":1,"z":2}}"#,
      #"{"b":{"x":1},"n":{"y":1}}"#, #"{"b":{"x":1,"z":2},"n":{}}"#,
    ]),
  AuditCase(
    name: "members: both added, without base", base: nil, ours: #"{"a":1,"c":3}"#,
    theirs: #"{"b":2,"c":3}"#, good: [#"{"a":1,"c":3,"b":2}"#, #"{"a":1,"b":2,"c":3}"#],
    bad: [#"{"a":1,"c":3}"#, #"{"b":2,"c":3}"#, #"{"a":1,"b":2,"c":4}"#]),
  AuditCase(
    name: "whole: an unreported give-way", base: #"{"a":1}"#, ours: #"{"a":2}"#,
    theirs: #"{"a":3}"#,
    good: [], bad: [#"{"a":2}"#, #"{"a":3}"#, #"{"a":1}"#, "{}"]),
  AuditCase(
    name: "whole: a reported give-way", base: #"{"a":1}"#, ours: #"{"a":2}"#, theirs: #"{"a":3}"#,
    good: [#"{"a":3}"#], bad: [#"{"a":2}"#, #"{"a":1}"#], reports: [.kept(.theirs, [.key("a")])]),
  AuditCase(
    name: "whole: a conflict", base: #"{"a":1,"b":1}"#, ours: #"{"a":2,"b":1}"#,
    theirs: #"{"a":3,"b":2}"#, good: [#"{"a":2,"b":2}"#],
    bad: [#"{"a":3,"b":2}"#, #"{"a":2,"b":1}"#], reports: [.conflict([.key("a")])]),
  AuditCase(
    name: "whole: a type that changed", base: #"{"a":"x"}"#, ours: #"{"a":{"b":1}}"#,
    theirs: #"{"a":"y"}"#, good: [#"{"a":"y"}"#], bad: [#"{"a":{"b":1}}"#, #"{"a":"x"}"#],
    reports: [.kept(.theirs, [.key("a")])]),
  AuditCase(
    name: "whole: a change that beat a deletion", base: #"{"a":{"x":1},"b":1}"#, ours: #"{"b":1}"#,
    theirs: #"{"a":{"x":2},"b":1}"#, good: [#"{"a":{"x":2},"b":1}"#],
    bad: [#"{"b":1}"#, #"{"a":{"x":1},"b":1}"#], reports: [.beatDeletion(.theirs, [.key("a")])]),
  AuditCase(
    name: "counter", merge: #""counterMerge""#, base: #"{"v":10}"#, ours: #"{"v":12}"#,
    theirs: #"{"v":9.5}"#, good: [#"{"v":11.5}"#], bad: [#"{"v":12}"#, #"{"v":9.5}"#, #"{"v":11}"#]),
  AuditCase(
    name: "counter: both alike", merge: #""counterMerge""#, base: #"{"v":1}"#, ours: #"{"v":2}"#,
    theirs: #"{"v":2}"#, good: [#"{"v":3}"#], bad: [#"{"v":2}"#, #"{"v":1}"#]),
  AuditCase(
    name: "counter: a conflict that nobody made", merge: #""counterMerge""#, base: #"{"v":1.0}"#,
    ours: #"{"v":1.0}"#, theirs: #"{"v":1}"#, good: [], bad: [#"{"v":1.0}"#],
    reports: [.conflict([.key("v")])]),
  AuditCase(
    name: "max", merge: #""maxMerge""#, base: #"{"v":1}"#, ours: #"{"v":12}"#, theirs: #"{"v":9}"#,
    good: [#"{"v":12}"#], bad: [#"{"v":9}"#, #"{"v":1}"#, #"{"v":13}"#],
    reports: [.kept(.ours, [.key("v")])]),
  AuditCase(
    name: "max, in silence", merge: #""maxMerge""#, base: #"{"v":1}"#, ours: #"{"v":12}"#,
    theirs: #"{"v":9}"#, good: [], bad: [#"{"v":12}"#]),
  AuditCase(
    name: "min of strings", merge: #""minMerge""#, base: #"{"v":"b"}"#, ours: #"{"v":"d"}"#,
    theirs: #"{"v":"c"}"#, good: [#"{"v":"c"}"#], bad: [#"{"v":"d"}"#, #"{"v":"b"}"#],
    reports: [.kept(.theirs, [.key("v")])]),
  AuditCase(
    name: "set", merge: #""setMerge""#, base: #"{"v":[1,2,3]}"#, ours: #"{"v":[1,3,4]}"#,
    theirs: #"{"v":[2,3,5]}"#, good: [#"{"v":[3,4,5]}"#, #"{"v":[3,5,4]}"#],
    bad: [
      #"{"v":[3,4]}"#, #"{"v":[3,4,5,1]}"#, #"{"v":[3,4,5,6]}"#, #"{"v":[4,5]}"#,
      #"{"v":[3,4,5,5]}"#,
    ]),
  AuditCase(
    name: "text: lines", merge: #""textMerge""#, base: #"{"v":"one\ntwo\nthree\nfour"}"#,
    ours: #"{"v":"one\n2\nthree\nfour"}"#, theirs: #"{"v":"one\ntwo\nthree\nfour\nfive"}"#,
    good: [#"{"v":"one\n2\nthree\nfour\nfive"}"#],
    bad: [
      #"{"v":"one\n2\nthree\nfour"}"#, #"{"v":"one\ntwo\nthree\nfour\nfive"}"#,
      #"{"v":"one\n2\nthree\nfive\nfour"}"#, #"{"v":"one\n2\n2\nthree\nfour\nfive"}"#,
    ]),
  AuditCase(
    name: "text: words of one line", merge: #""textMerge""#, base: #"{"v":"the quick brown fox"}"#,
    ours: #"{"v":"the very quick brown fox"}"#, theirs: #"{"v":"the quick brown fox jumps"}"#,
    good: [#"{"v":"the very quick brown fox jumps"}"#],
    bad: [
      #"{"v":"the very quick brown fox"}"#, #"{"v":"the quick brown fox jumps"}"#,
      #"{"v":"the very very quick brown fox jumps"}"#, #"{"v":"the very quick brwn fox jumps"}"#,
    ]),
  AuditCase(
    name: "text: a word that is cut", merge: #""textMerge""#,
    base: #"{"v":"title one\n\nalpha\n\nomega two\n"}"#,
    ours: #"{"v":"title one\n\nbravo\n\nomega two\n"}"#,
    theirs: #"{"v":"title alpha\n\nfinal two\n"}"#, good: [],
    bad: [
      #"{"v":"title alpha\n\nfin\nbravo two\n"}"#, #"{"v":"title alpha\n\nbr\nfinavo two\n"}"#,
      #"{"v":"title alpha\n\nbravo\n two\n"}"#,
    ]),
  AuditCase(
    name: "text: one word replaced by both, in silence", merge: #""textMerge""#,
    base: #"{"v":"status: open"}"#, ours: #"{"v":"status: closed"}"#,
    theirs: #"{"v":"status: reopened"}"#, good: [],
    bad: [
      #"{"v":"status: clreoseded"}"#, #"{"v":"status: closed"}"#,
      #"{"v":"status: closedreopened"}"#,
    ]),
  AuditCase(
    name: "text: one word replaced by both, reported", merge: #""textMerge""#,
    base: #"{"v":"status: open"}"#, ours: #"{"v":"status: closed"}"#,
    theirs: #"{"v":"status: reopened"}"#, good: [#"{"v":"status: closed reopened"}"#],
    bad: [#"{"v":"status: clreoseded"}"#, #"{"v":"status: closed"}"#, #"{"v":"status: open"}"#],
    reports: [.combined([.key("v")])]),
  AuditCase(
    name: "text: one word with both changes", merge: #""textMerge""#, base: #"{"v":"Fork Yeah"}"#,
    ours: #"{"v":"Fork Yeah!!!"}"#, theirs: #"{"v":"Fork yeah"}"#, good: [#"{"v":"Fork yeah!!!"}"#],
    bad: [#"{"v":"Fork Yeah!!!"}"#, #"{"v":"Fork Yeah"}"#],
    reports: [.combined([.key("v")])]),
  AuditCase(
    name: "text: characters of a script without blanks", merge: #""textMerge""#,
    base: #"{"v":"東京に行く。"}"#, ours: #"{"v":"東京に帰る。"}"#, theirs: #"{"v":"大阪に行く。"}"#,
    good: [#"{"v":"大阪に帰る。"}"#], bad: [#"{"v":"東京に帰る。"}"#, #"{"v":"大阪帰る。"}"#, #"{"v":"大阪に帰。"}"#]),
]

private let arrays: [AuditCase] = [
  AuditCase(
    name: "sequence: apart", base: #"{"v":["a","b","c","d"]}"#,
    ours: #"{"v":["a","x","b","c","d"]}"#,
    theirs: #"{"v":["a","b","c"]}"#, good: [#"{"v":["a","x","b","c"]}"#],
    bad: [
      #"{"v":["a","b","c"]}"#, #"{"v":["a","x","b","c","d"]}"#, #"{"v":["x","a","b","c"]}"#,
      #"{"v":["a","x","x","b","c"]}"#, #"{"v":["a","x","c","b"]}"#, #"{"v":["a","x","b","y","c"]}"#,
      #"{"v":["a","x","c"]}"#,
    ]),
  AuditCase(
    name: "sequence: both inserted at one place", base: #"{"v":["a","b"]}"#,
    ours: #"{"v":["a","x","y","b"]}"#, theirs: #"{"v":["a","z","b"]}"#,
    good: [#"{"v":["a","x","y","z","b"]}"#, #"{"v":["a","z","x","y","b"]}"#],
    bad: [
      #"{"v":["a","x","y","b"]}"#, #"{"v":["a","z","b"]}"#, #"{"v":["a","y","x","z","b"]}"#,
      #"{"v":["a","x","z","b"]}"#,
    ]),
  AuditCase(
    name: "sequence: a run that both replaced is a conflict, the rest holds",
    base: #"{"v":["a","b","c","d"]}"#, ours: #"{"v":["a","x","c","d"]}"#,
    theirs: #"{"v":["a","y","c"]}"#, good: [#"{"v":["a","x","c"]}"#],
    bad: [#"{"v":["a","x","c","d"]}"#, #"{"v":["a","c"]}"#, #"{"v":["a","b","c"]}"#],
    reports: [.conflict([.key("v")])]),
  AuditCase(
    name: "sequence: a run that both replaced, in silence", base: #"{"v":["a","b","c"]}"#,
    ours: #"{"v":["a","x","c"]}"#, theirs: #"{"v":["a","y","c"]}"#, good: [],
    bad: [#"{"v":["a","x","c"]}"#, #"{"v":["a","y","c"]}"#, #"{"v":["a","x","y","c"]}"#]),
  AuditCase(
    name: "sequence: a run that both replaced, combined", merge: #""arrayMerge""#,
    base: #"{"v":["a","b","c"]}"#, ours: #"{"v":["a","x","c"]}"#, theirs: #"{"v":["a","y","c"]}"#,
    good: [#"{"v":["a","x","y","c"]}"#], bad: [#"{"v":["a","x","c"]}"#, #"{"v":["a","c"]}"#],
    reports: [.combined([.key("v")])]),
  AuditCase(
    name: "sequence: edits of two objects without id", base: #"[{"n":1},{"n":2},{"n":3}]"#,
    ours: #"[{"n":10},{"n":2},{"n":3}]"#, theirs: #"[{"n":1},{"n":2},{"n":30}]"#,
    good: [#"[{"n":10},{"n":2},{"n":30}]"#],
    bad: [#"[{"n":10},{"n":2},{"n":3}]"#, #"[{"n":1},{"n":2},{"n":30}]"#, #"[{"n":10},{"n":30}]"#]),
  AuditCase(
    name: "sequence: an object that one side replaced and the other deleted, in silence",
    base: #"[{"n":1},{"n":2},{"n":3}]"#, ours: #"[{"n":1},{"m":9},{"n":3}]"#,
    theirs: #"[{"n":1},{"n":3}]"#, good: [],
    bad: [#"[{"n":1},{"m":9},{"n":3}]"#, #"[{"n":1},{"n":3}]"#]),
  AuditCase(
    name: "sequence: duplicates", base: #"["a","a","b"]"#, ours: #"["a","b"]"#,
    theirs: #"["a","a","b","c"]"#, good: [#"["a","b","c"]"#],
    bad: [#"["a","b"]"#, #"["a","a","b","c"]"#, #"["b","c"]"#]),
  AuditCase(
    name: "sequence: duplicates that both moved", base: #"["a","b","a","c"]"#,
    ours: #"["b","a","a","c"]"#, theirs: #"["a","c","b","a"]"#, good: [],
    bad: [#"["b","a","a","a","a","a","c"]"#]),
  AuditCase(
    name: "tuple", base: "[1,2,3]", ours: "[1,2,4]", theirs: "[5,2,3]", good: ["[5,2,4]"],
    bad: ["[1,2,4]", "[5,2,3]", "[5,2,4,4]", "[5,1,2,4]"]),
]

private let elements: [AuditCase] = [
  AuditCase(
    name: "a new id, deleted by the other side",
    base: #"{"v":[{"id":"a","text":"first text"},{"id":"b","text":"second text"}]}"#,
    ours: #"{"v":[{"id":"a","text":"first text"},{"id":"c","text":"second text"}]}"#,
    theirs: #"{"v":[{"id":"a","text":"first text"}]}"#, good: [],
    bad: [#"{"v":[{"id":"a","text":"first text"},{"id":"c","text":"second text"}]}"#]),
  AuditCase(
    name: "two keys that ours swapped",
    base: #"{"a":{"title":"Ada L.","on":true},"b":{"title":"Ben F.","on":true}}"#,
    ours: #"{"a":{"title":"Ben F.","on":true},"b":{"title":"Ada L.","on":true}}"#,
    theirs: #"{"a":{"title":"Ada L.","on":false},"b":{"title":"Ben F.","on":true}}"#, good: [],
    bad: [#"{"a":{"title":"Ben F.","on":false},"b":{"title":"Ada L.","on":true}}"#]),
  AuditCase(
    name: "by id: edits of two objects", base: #"[{"id":"a","n":1},{"id":"b","n":1}]"#,
    ours: #"[{"id":"a","n":2},{"id":"b","n":1}]"#, theirs: #"[{"id":"a","n":1},{"id":"b","n":2}]"#,
    good: [#"[{"id":"a","n":2},{"id":"b","n":2}]"#],
    bad: [
      #"[{"id":"a","n":2},{"id":"b","n":1}]"#, #"[{"id":"a","n":1},{"id":"b","n":2}]"#,
      #"[{"id":"b","n":2},{"id":"a","n":2}]"#, #"[{"id":"a","n":2}]"#,
      #"[{"id":"a","n":2},{"id":"b","n":2},{"id":"b","n":2}]"#,
      #"[{"id":"a","n":2},{"id":"b","n":2},{"id":"c"}]"#,
    ]),
  AuditCase(
    name: "by id: moved by one, inserted by the other",
    base: #"[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}]"#,
    ours: #"[{"id":"d"},{"id":"a"},{"id":"b"},{"id":"c"}]"#,
    theirs: #"[{"id":"a"},{"id":"b"},{"id":"x"},{"id":"c"},{"id":"d"}]"#,
    good: [#"[{"id":"d"},{"id":"a"},{"id":"b"},{"id":"x"},{"id":"c"}]"#],
    bad: [
      #"[{"id":"a"},{"id":"b"},{"id":"x"},{"id":"c"},{"id":"d"}]"#,
      #"[{"id":"d"},{"id":"a"},{"id":"b"},{"id":"c"}]"#,
      #"[{"id":"d"},{"id":"b"},{"id":"a"},{"id":"x"},{"id":"c"}]"#,
    ]),
  AuditCase(
    name: "by id: a change that beat a deletion", base: #"[{"id":"a","n":1},{"id":"b","n":1}]"#,
    ours: #"[{"id":"b","n":1}]"#, theirs: #"[{"id":"a","n":2},{"id":"b","n":1}]"#,
    good: [#"[{"id":"a","n":2},{"id":"b","n":1}]"#],
    bad: [#"[{"id":"b","n":1}]"#, #"[{"id":"a","n":1},{"id":"b","n":1}]"#],
    reports: [.beatDeletion(.theirs, [.id("a")])]),
  AuditCase(
    name: "by id: an unreported deletion of a changed element",
    base: #"[{"id":"a","n":1},{"id":"b","n":1}]"#, ours: #"[{"id":"b","n":1}]"#,
    theirs: #"[{"id":"a","n":2},{"id":"b","n":1}]"#, good: [],
    bad: [#"[{"id":"b","n":1}]"#, #"[{"id":"a","n":2},{"id":"b","n":1}]"#]),
  AuditCase(
    name: "by id: elements without one", merge: #""arrayOfIdentifiableMerge""#,
    base: #"{"v":[{"id":"a"},{"n":1},7]}"#, ours: #"{"v":[{"id":"a"},{"n":1},7,8]}"#,
    theirs: #"{"v":[{"id":"a"},7,{"n":2}]}"#, good: [#"{"v":[{"id":"a"},7,8,{"n":2}]}"#],
    bad: [
      #"{"v":[{"id":"a"},7,{"n":2}]}"#, #"{"v":[{"id":"a"},7,8]}"#,
      #"{"v":[{"id":"a"},7,8,{"n":2},{"n":1}]}"#, #"{"v":[{"id":"a"},7,8,{"n":2},9]}"#,
    ]),
  AuditCase(
    name: "ordered: an element that was only moved stays deleted",
    merge: #"{"using":"orderedMerge","id":"/id","position":"p"}"#,
    base: #"{"v":[{"id":"a","p":1},{"id":"b","p":2},{"id":"c","p":3}]}"#,
    ours: #"{"v":[{"id":"b","p":2},{"id":"c","p":3}]}"#,
    theirs: #"{"v":[{"id":"b","p":2},{"id":"c","p":3},{"id":"a","p":4}]}"#,
    good: [#"{"v":[{"id":"b","p":2},{"id":"c","p":3}]}"#],
    bad: [#"{"v":[{"id":"b","p":2},{"id":"c","p":3},{"id":"a","p":4}]}"#]),
]

private let ordered: [AuditCase] = [
  AuditCase(
    name: "ordered: both inserted one element, at two places", merge: orderedMerge,
    base: #"{"v":[]}"#, ours: #"{"v":[{"id":"a","p":1}]}"#, theirs: #"{"v":[{"id":"a","p":5}]}"#,
    good: [#"{"v":[{"id":"a","p":1}]}"#], bad: [#"{"v":[{"id":"a","p":5}]}"#, #"{"v":[]}"#],
    reports: [.kept(.ours, [.key("v"), .id("a"), .key("p")])]),
  AuditCase(
    name: "ordered: both inserted one element, in silence", merge: orderedMerge,
    base: #"{"v":[]}"#, ours: #"{"v":[{"id":"a","p":1}]}"#, theirs: #"{"v":[{"id":"a","p":5}]}"#,
    good: [], bad: [#"{"v":[{"id":"a","p":1}]}"#, #"{"v":[{"id":"a","p":5}]}"#]),
  AuditCase(
    name: "ordered: a change that beat a deletion", merge: orderedMerge,
    base: #"{"v":[{"id":"a","p":1,"n":1},{"id":"b","p":2}]}"#, ours: #"{"v":[{"id":"b","p":2}]}"#,
    theirs: #"{"v":[{"id":"a","p":1,"n":2},{"id":"b","p":2}]}"#,
    good: [#"{"v":[{"id":"a","p":1,"n":2},{"id":"b","p":2}]}"#],
    bad: [#"{"v":[{"id":"b","p":2}]}"#, #"{"v":[{"id":"a","p":1,"n":1},{"id":"b","p":2}]}"#],
    reports: [.beatDeletion(.theirs, [.key("v"), .id("a")])]),
  AuditCase(
    name: "ordered: a change that won over a deletion, reported as replaced", merge: orderedMerge,
    base: #"{"v":[{"id":"a","p":1,"n":1}]}"#, ours: #"{"v":[]}"#,
    theirs: #"{"v":[{"id":"a","p":1,"n":2}]}"#, good: [],
    bad: [#"{"v":[{"id":"a","p":1,"n":2}]}"#],
    reports: [.kept(.ours, [.key("v"), .id("a")])]),
]

private let orderedMerge = #"{"using":"orderedMerge","id":"/id","position":"p"}"#

private let duplicates: [AuditCase] = [
  AuditCase(
    name: "duplicate keys: edits beside them", base: #"{"a":1,"b":1,"a":2,"c":1}"#,
    ours: #"{"a":1,"b":2,"a":2,"c":1}"#, theirs: #"{"a":1,"b":1,"a":2,"c":2}"#,
    good: [#"{"a":1,"b":2,"a":2,"c":2}"#],
    bad: [
      #"{"a":1,"b":2,"c":2}"#, #"{"b":2,"a":2,"c":2}"#, #"{"a":2,"b":2,"a":1,"c":2}"#,
      #"{"a":1,"b":2,"a":3,"c":2}"#, #"{"a":1,"b":2,"a":2,"a":2,"c":2}"#,
      #"{"a":1,"a":2,"b":2,"c":2}"#, #"{"a":1,"b":2,"a":2.0,"c":2}"#,
      #"{"a":1,"b":2,"a":2,"c":2,"c":1}"#, #"{"a":1,"b":2,"a":2,"c":2,"d":{"x":1,"x":2}}"#,
    ]),
  AuditCase(
    name: "duplicate keys: under an id", base: #"[{"id":1,"a":1,"a":2},{"id":2}]"#,
    ours: #"[{"id":1,"a":1,"a":2,"x":1},{"id":2}]"#,
    theirs: #"[{"id":1,"a":1,"a":2},{"id":2,"y":1}]"#,
    good: [#"[{"id":1,"a":1,"a":2,"x":1},{"id":2,"y":1}]"#],
    bad: [
      #"[{"id":1,"a":2,"x":1},{"id":2,"y":1}]"#, #"[{"id":1,"x":1},{"id":2,"a":1,"a":2,"y":1}]"#,
      #"[{"id":1,"a":1,"a":2,"x":1},{"id":2,"a":1,"a":2,"y":1}]"#,
    ]),
  AuditCase(
    name: "duplicate keys: with an object that one side deleted",
    base: #"{"o":{"a":1,"a":2},"c":1}"#,
    ours: #"{"c":1}"#, theirs: #"{"o":{"a":1,"a":2},"c":2}"#, good: [#"{"c":2}"#],
    bad: [#"{"o":{"a":1,"a":2},"c":2}"#, #"{"o":{"a":1},"c":2}"#]),
  AuditCase(
    name: "duplicate keys: from nowhere", base: #"{"a":1,"b":1}"#, ours: #"{"a":2,"b":1}"#,
    theirs: #"{"a":1,"b":2}"#, good: [#"{"a":2,"b":2}"#],
    bad: [#"{"a":2,"b":1,"b":2}"#, #"{"a":2,"b":2,"b":2}"#, #"{"a":2,"a":2,"b":2}"#]),
]

private let spelling: [AuditCase] = [
  AuditCase(
    name: "spelling of numbers and escapes", base: #"{"a":1.0,"b":"\u0041","c":1}"#,
    ours: #"{"a":1.0,"b":"\u0041","c":1}"#, theirs: #"{"a":1.0,"b":"\u0041","c":2}"#,
    good: [#"{"a":1.0,"b":"\u0041","c":2}"#],
    bad: [#"{"a":1,"b":"\u0041","c":2}"#, #"{"a":1.0,"b":"A","c":2}"#]),
  AuditCase(
    name: "spelling of what theirs brought in", base: #"{"a":1,"c":1}"#, ours: #"{"a":1,"c":2}"#,
    theirs: #"{"a":1.50,"b":{"n":[1e2]},"c":1}"#,
    good: [#"{"a":1.50,"c":2,"b":{"n":[1e2]}}"#],
    bad: [#"{"a":1.5,"c":2,"b":{"n":[1e2]}}"#, #"{"a":1.50,"c":2,"b":{"n":[100]}}"#]),
  AuditCase(
    name: "white space", base: "{\n  \"a\": 1,\n  \"b\": [1, 2]\n}\n",
    ours: "{\n  \"a\": 1,\n  \"b\": [1, 2]\n}\n", theirs: "{\n  \"a\": 2,\n  \"b\": [1, 2]\n}\n",
    good: ["{\n  \"a\": 2,\n  \"b\": [1, 2]\n}\n"],
    bad: [
      "{\n  \"a\": 2,\n  \"b\": [1,2]\n}\n", "{\n  \"a\": 2, \"b\": [1, 2]\n}\n",
      "{\n  \"a\": 2,\n  \"b\": [1, 2]\n}", "\n{\n  \"a\": 2,\n  \"b\": [1, 2]\n}\n",
      "{\n  \"a\" : 2,\n  \"b\": [1, 2]\n}\n",
    ]),
  AuditCase(
    name: "our reformatting stays", base: #"{"a":1.0,"b":1}"#, ours: #"{ "a":1, "b":1 }"#,
    theirs: #"{"a":1.0,"b":2}"#, good: [#"{ "a":1, "b":2 }"#],
    bad: [#"{"a":1.0,"b":2}"#, #"{ "a":1.0, "b":2 }"#, #"{"a":1, "b":2}"#]),
  AuditCase(
    name: "spelling inside an element", base: #"[{"id":1,"x":1.0,"y":1}]"#,
    ours: #"[{"id":1,"x":1.0,"y":1}, {"id":2}]"#, theirs: #"[{"id":1,"x":1.0,"y":2}]"#,
    good: [#"[{"id":1,"x":1.0,"y":2}, {"id":2}]"#], bad: [#"[{"id":1,"x":1,"y":2}, {"id":2}]"#]),
  AuditCase(
    name: "spelling inside a sequence", base: "[1.0,\"b\",\"c\"]", ours: "[1.0,\"b\",\"x\",\"c\"]",
    theirs: "[1.0,\"b\",\"c\",\"d\"]", good: ["[1.0,\"b\",\"x\",\"c\",\"d\"]"],
    bad: ["[1,\"b\",\"x\",\"c\",\"d\"]"]),
]
