import ForkedJSON
import Testing

@testable import ForkedDocument

/// The trust in the usual ids of a list.
@Suite struct UsualIdentitiesTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lists: [String]
    /// True if the ids are trusted; nil if there are none.
    let isTrusted: Bool?

    init(_ name: String, _ lists: [String], _ isTrusted: Bool?) {
      (testDescription, self.lists, self.isTrusted) = (name, lists, isTrusted)
    }
  }

  static let abc = #"[{"id": 1, "t": "aa"}, {"id": 2, "t": "bb"}, {"id": 3, "t": "cc"}]"#

  static let rows = [
    Row("nothing changed", [abc, abc, abc], true),
    Row("an id twice", [abc, #"[{"id": 1, "t": "aa"}, {"id": 1, "t": "bb"}]"#, abc], nil),
    Row("values changed", [abc, #"[{"id": 1, "t": "xx"}, {"id": 2, "t": "yy"}]"#, abc], true),
    Row(
      "one deleted, one added", [abc, #"[{"id": 2, "t": "bb"}, {"id": 4, "t": "dd"}]"#, abc], true),
    Row(
      "numbers that count",
      [
        abc, abc,
        #"[{"id": 1, "t": "xx"}, {"id": 2, "t": "aa"}, {"id": 3, "t": "bb"}, {"id": 4, "t": "cc"}]"#,
      ], false),
    Row(
      "names given to others",
      [
        #"[{"name": "p", "t": "aa", "u": "bb"}, {"name": "q", "t": "cc", "u": "dd"}]"#,
        #"[{"name": "q", "t": "aa", "u": "bb"}, {"name": "p", "t": "cc", "u": "dd"}]"#,
        #"[{"name": "p", "t": "aa", "u": "bb"}, {"name": "q", "t": "cc", "u": "dd"}]"#,
      ], false),
    Row(
      "a value that another element happens to get",
      [
        #"[{"id": 1, "t": "aa", "u": "xx", "v": "pp"}, {"id": 2, "t": "bb", "u": "yy", "v": "qq"}]"#,
        #"[{"id": 1, "t": "aa", "u": "yy", "v": "pp"}, {"id": 2, "t": "bb", "u": "xx", "v": "qq"}]"#,
        #"[{"id": 1, "t": "aa", "u": "xx", "v": "pp"}, {"id": 2, "t": "bb", "u": "yy", "v": "qq"}]"#,
      ], true),
    Row(
      "none of base's ids left", [abc, #"[{"id": 7, "t": "aa"}, {"id": 8, "t": "bb"}]"#, abc], false
    ),
    Row(
      "one element added under two ids",
      [
        #"[{"id": 1, "t": "aa"}]"#, #"[{"id": 1, "t": "aa"}, {"id": 2, "t": "bb"}]"#,
        #"[{"id": 1, "t": "aa"}, {"id": 2, "t": "cc"}, {"id": 3, "t": "bb"}]"#,
      ], false),
  ]

  @Test(arguments: rows) func trust(_ row: Row) throws {
    let documents = try row.lists.map { try JSONDocument(parsing: Array($0.utf8)) }
    let matching = ElementMatching()
    #expect(matching.identities(of: documents.map(\.root))?.isTrusted == row.isTrusted)
    let swapped = [documents[0], documents[2], documents[1]]
    #expect(matching.identities(of: swapped.map(\.root))?.isTrusted == row.isTrusted)
  }
}
