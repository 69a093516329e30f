import Foundation

/// Documents with one ordered list, and the schema that says so.
enum OrderedDocuments {
  static let schema = #"""
    {"x-documents": {"*.json": {"properties": {"steps":
      {"type": "array", "x-merge": {"using": "orderedMerge", "id": "/id"}}}}}}

    """#

  /// One element a line, positions 1,000 apart.
  static func list(_ ids: [String]) -> String {
    let lines = ids.enumerated().map { place, id in
      #"    { "id": "\#(id)", "position": \#(1000 * (place + 1)), "text": "-" }"#
    }
    return "{\n  \"steps\": [\n\(lines.joined(separator: ",\n"))\n  ]\n}\n"
  }

  static func ids(_ text: String) throws -> [String] { try members(text).map(\.id) }

  /// True if each position is greater than the one before, or equal with a greater id.
  static func isSorted(_ text: String) throws -> Bool {
    let members = try members(text).compactMap { member in
      member.position.map { ($0, member.id) }
    }
    return try members.count == self.members(text).count
      && zip(members, members.dropFirst()).allSatisfy { $0 < $1 }
  }

  private struct Document: Decodable {
    struct Step: Decodable {
      var id: String
      var position: Int?
    }
    var steps: [Step]
  }

  private static func members(_ text: String) throws -> [Document.Step] {
    try JSONDecoder().decode(Document.self, from: Data(text.utf8)).steps
  }
}
