import ForkedStore
import Testing

/// People in messages, contacts and cards.
final class PeopleHistory: EntityLawHistory {
  private static let schema = #"""
    {
      "x-documents": {
        "messages/*.json": { "$ref": "#/$defs/Message" },
        "contacts/*.json": { "$ref": "#/$defs/Contacts" },
        "cards/*.json": { "$ref": "#/$defs/Card" }
      },
      "$defs": {
        "Message": {
          "type": "object", "x-identity": "Message-{id}", "required": ["author"],
          "properties": {
            "id": {}, "text": { "x-merge": "textMerge" },
            "author": { "$ref": "#/$defs/Person" }, "reader": { "$ref": "#/$defs/Person" },
            "answer": { "$ref": "#/$defs/Message" }
          }
        },
        "Contacts": { "properties": {
          "contacts": { "type": "array", "items": { "$ref": "#/$defs/Person" },
            "x-merge": { "using": "arrayOfIdentifiableMerge", "id": "/id" } } } },
        "Person": {
          "type": "object", "x-identity": "Person-{id}", "required": ["id"],
          "properties": {
            "id": {}, "name": {}, "bio": { "x-merge": "textMerge" },
            "tags": { "type": "array", "x-merge": "setMerge" },
            "visits": { "type": "integer", "x-merge": "counterMerge" }
          }
        },
        "Card": {
          "type": "object", "x-identity": "Person-{id}",
          "properties": { "id": {}, "name": {}, "bio": { "x-merge": "textMerge" } },
          "additionalProperties": false
        }
      }
    }
    """#

  init(seed: UInt64) throws { try super.init(seed: seed, schema: Self.schema) }

  override func begin() throws {
    try write("messages/0.json", message(0), on: "main")
    try write("contacts/0.json", #"{"contacts":[\#(person(1)),\#(person(2))]}"#, on: "main")
    try write("cards/1.json", #"{"id":1,"name":"p1"}"#, on: "main")
  }

  override func step(on fork: String) throws {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3: try edit(fork)
    case 4: try write("messages/\(small).json", message(small), on: fork)
    case 5: try write("contacts/\(small).json", contacts(), on: fork)
    case 6: try write("cards/\(small).json", #"{"id":\#(small),"name":"\#(word)"}"#, on: fork)
    case 7: try remove("Person-\(small)", on: fork)
    case 8...10: try merge(pick(forks), into: fork)
    default: try sync()
    }
  }

  private func person(_ id: Int) -> String {
    let fields = [
      #""name":"\#(word)""#, #""bio":"\#(word) and \#(word)""#, #""tags":["\#(word)"]"#,
      #""visits":\#(small)"#,
    ].filter { _ in Bool.random(using: &random) }
    return "{" + ([#""id":\#(id)"#] + fields).joined(separator: ",") + "}"
  }

  private func message(_ id: Int, depth: Int = 0) -> String {
    let (author, reader) = (small, small)
    var parts = [#""id":\#(id)"#, #""text":"\#(word)""#, #""author":\#(person(author))"#]
    if author != reader, Bool.random(using: &random) {
      parts.append(#""reader":\#(person(reader))"#)
    }
    return "{" + parts.joined(separator: ", ") + "}"
  }

  private func contacts() -> String {
    let ids = (0..<4).filter { _ in Bool.random(using: &random) }
    return "{\n  \"contacts\": [" + ids.map(person).joined(separator: ",\n    ") + "]\n}\n"
  }

  private func edit(_ fork: String) throws {
    let entities = try test.store.listEntities(fork: fork).entities
    let places = entities.filter { $0.entity.hasPrefix("Person-") }.flatMap(\.occurrences)
    guard !places.isEmpty else { return }
    let place = pick(places)
    let (key, value) = pick([
      ("name", "\"\(word)\""), ("bio", "\"\(word) or \(word)\""),
      ("visits", "\(small)"), ("tags", "[\"\(word)\",\"x\"]"),
    ])
    if place.document.hasPrefix("cards/"), key == "visits" || key == "tags" { return }
    note("\(fork): \(place.document)#\(place.pointer)/\(key) = \(value)")
    try update(
      place.document,
      .edits([
        .set(place.pointer.appending(.init(key)), try .init(parsing: Array(value.utf8)))
      ]), on: fork)
  }
}
