/// A kind of document, edited by both sides, in every size: one whose merge could cost more than it is large.
struct DocumentShape: Sendable {
  var name: String
  /// The smaller size, in what the name counts.
  var count: Int
  var schema: String?
  var versions: @Sendable (Int) -> Versions<String>

  static let all = arrays + records + elements + objects + moves + declared + comments

  // MARK: - Arrays of values

  private static let arrays = [
    DocumentShape(name: "disputes in one array, insertions between", count: 2_000) { count in
      versions { side in
        array(
          (0..<count).flatMap { place in
            let inserted = side == .base ? [] : ["\(side) \(place)"]
            return ["\(place) k", "\(side) v \(place)", "\(place) w"] + inserted
          }.map(quoted))
      }
    },
    DocumentShape(name: "values, one of 10 replaced a side", count: 50_000) { count in
      versions { side in
        array((0..<count).map { quoted(side.edits($0, of: 10) ? "\(side) \($0)" : "value \($0)") })
      }
    },
    DocumentShape(name: "equal values, one of 10 replaced a side", count: 50_000) { count in
      versions { side in
        array((0..<count).map { quoted(side.edits($0, of: 10) ? "\(side) \($0)" : "value") })
      }
    },
    DocumentShape(name: "booleans, one turned a side", count: 250_000) { count in
      versions { side in
        array(
          (0..<count).map { place in
            let isTurned = side != .base && place == count / 3 * side.rawValue
            return "\((place * 7 % 3 == 0) != isTurned)"
          })
      }
    },
    DocumentShape(name: "elements without an id, changed by both", count: 10) { count in
      var random = SeededGenerator(seed: 21)
      let lists = (0..<count).map { _ in
        (0..<2_000).map { _ in "\(random.below(1_000_000_000))" }.joined(separator: ",\n")
      }
      return versions { side in
        array(
          lists.map { list in
            let (a, b) = (side == .ours ? 1 : 0, side == .theirs ? 1 : 0)
            return "{\n\"a\": \(a),\n\"b\": \(b),\n\"list\": [\n\(list)\n]\n}"
          })
      }
    },
  ]

  // MARK: - Records with a key that nobody declared

  private static let records = [
    DocumentShape(name: "records by a natural key, each edited by both", count: 2_500) { count in
      versions { side in
        array(
          (0..<count).map { place in
            record(place, v: side == .ours ? 2 : 1, w: side == .theirs ? 2 : 1)
          })
      }
    },
    DocumentShape(name: "records by a natural key, one of 50 edited a side", count: 2_500) {
      count in
      versions { side in
        array(
          (0..<count).map { place in
            let isEdited = side.edits(place, of: 50)
            return record(
              place, v: isEdited && side == .ours ? 2 : 1, w: isEdited && side == .theirs ? 2 : 1)
          })
      }
    },
    DocumentShape(name: "records by a natural key, one of 10 moved", count: 2_500) { count in
      versions { side in
        var random = SeededGenerator(seed: 25)
        let places = (0..<count).map { place in
          (place, side == .ours && place % 10 == 0 ? random.below(count) : place)
        }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
        return array(
          places.map { place, _ in
            record(place, v: side == .theirs && place % 3 == 0 ? 2 : 1, w: 1)
          })
      }
    },
    DocumentShape(name: "records by a natural key, added by both", count: 2_500) { count in
      versions { side in
        let old = (0..<10).map { record($0, v: 1, w: 1) }
        let new = (10..<(side == .base ? 10 : count)).map { record($0, v: side.rawValue, w: 1) }
        return array(side == .theirs ? new + old : old + new)
      }
    },
    DocumentShape(name: "records numbered anew by one side", count: 2_500) { count in
      versions { side in
        array(
          (0..<count).map { place in
            let number = side == .ours ? place + 1 : place
            return numbered(number, place, isEdited: side == .theirs && place % 5 == 0)
          })
      }
    },
    DocumentShape(name: "records without a key, 60 edited by both", count: 7_500) { count in
      versions { side in
        array(
          (0..<count).map { place in
            let isEdited = place % (count / 60) == 0
            return keyless(
              place, isEdited && side == .ours ? "ours" : "base",
              isEdited && side == .theirs ? "theirs" : "base")
          })
      }
    },
    DocumentShape(name: "levels of arrays by id, many elements in the last", count: 2_500) {
      count in
      versions { side in
        let last = array(
          (0..<count).map { element($0, side.edits($0, of: 100) ? side : .base) })
        return (0..<25).reduce(last) { text, level in
          array([
            "{\n\"id\": 0,\n\"by\": \"\(side == .theirs ? side : .base)\",\n\"in\": \(text)\n}",
            "{\n\"id\": 1,\n\"by\": \"\(side == .ours ? side : .base) \(level)\"\n}",
          ])
        }
      }
    },
  ]

  // MARK: - Elements by id

  private static let elements = [
    DocumentShape(name: "elements by id, one of 10 edited a side", count: 50_000) { count in
      versions { side in
        array((0..<count).map { element($0, side.edits($0, of: 10) ? side : .base) })
      }
    },
    DocumentShape(name: "elements by id, one of 10 inserted a side", count: 50_000) { count in
      versions { side in
        array(
          (0..<count).flatMap { place in
            [element(place, .base)]
              + (side.edits(place, of: 10) ? [element(place + count, side)] : [])
          })
      }
    },
    DocumentShape(name: "elements by id, shuffled by both", count: 50_000) { count in
      versions { side in
        var random = SeededGenerator(seed: 22 + UInt64(side.rawValue))
        let order = Array(0..<count)
        return array(
          (side == .base ? order : order.shuffled(using: &random)).map { element($0, .base) })
      }
    },
    DocumentShape(name: "levels of arrays by id, of 100 elements each", count: 25) { count in
      versions { side in nested(levels: count, side) }
    },
    DocumentShape(name: "levels of arrays by id, the last one edited", count: 25) { count in
      versions { side in editedLast(levels: count, side) }
    },
    DocumentShape(name: "elements by id, every second one in conflict", count: 5_000) { count in
      versions { side in
        array((0..<count).map { element($0, $0 % 2 == 0 ? side : .base) })
      }
    },
  ]

  // MARK: - Objects

  private static let objects = [
    DocumentShape(name: "members of one object, one changed a side", count: 250_000) { count in
      versions { side in
        object(
          (0..<count).map { place in
            let isEdited = side != .base && place == count / 3 * side.rawValue
            return ("key \(place)", isEdited ? "\(side)" : "value \(place)")
          })
      }
    },
    DocumentShape(name: "members of one object, one of 10 added a side", count: 250_000) { count in
      versions { side in
        object(
          (0..<count).flatMap { place in
            [("key \(place)", "value \(place)")]
              + (side.edits(place, of: 10) ? [("\(side) \(place)", "added")] : [])
          })
      }
    },
    DocumentShape(name: "members of one object, in another order", count: 50_000) { count in
      versions { side in
        let members = (0..<count).map { place in
          ("key \(place)", side.edits(place, of: 10) ? "\(side)" : "value \(place)")
        }
        var random = SeededGenerator(seed: 23)
        return object(side == .theirs ? members.shuffled(using: &random) : members)
      }
    },
    DocumentShape(name: "members of one object, all renamed by both", count: 5_000) { count in
      versions { side in
        object((0..<count).map { ("\(side == .base ? "key" : "\(side)") \($0)", "value \($0)") })
      }
    },
    DocumentShape(name: "members of one object, all renamed by ours", count: 12_500) { count in
      versions { side in
        object((0..<count).map { ("\(side == .ours ? "ours" : "key") \($0)", "value \($0)") })
      }
    },
    DocumentShape(name: "members of one object, every second one in conflict", count: 5_000) {
      count in
      versions { side in
        object(
          (0..<count).map { ("key \($0)", $0 % 2 == 0 ? "\(side)" : "value \($0)") })
      }
    },
  ]

  // MARK: - Moves

  private static let moves = [
    DocumentShape(name: "objects moved to another object, each edited by theirs", count: 2_500) {
      count in
      versions { side in
        moved(
          (0..<count).map { "\"key \($0)\": \(element($0, side == .theirs ? side : .base))" }, side,
          in: ("{\n", "\n}"))
      }
    },
    DocumentShape(name: "elements moved to another list, each edited by theirs", count: 2_500) {
      count in
      versions { side in
        let rest = (count..<count + 10).map { element($0, .base) }
        return moved(
          (0..<count).map { element($0, side == .theirs ? side : .base) }, side, beside: rest,
          in: ("[\n", "\n]"))
      }
    },
  ]

  // MARK: - Declared strategies

  private static let declared = [
    DocumentShape(
      name: "members of a set, one of 10 added a side", count: 50_000,
      schema: schema("\"setMerge\"")
    ) { count in
      versions { side in
        "{\"value\": "
          + array(
            (0..<count).flatMap { place in
              ["value \(place)"] + (side.edits(place, of: 10) ? ["\(side) \(place)"] : [])
            }.map(quoted)) + "}"
      }
    },
    DocumentShape(
      name: "elements of an ordered list, one of 10 moved a side", count: 20_000,
      schema: schema("{\"using\": \"orderedMerge\", \"id\": \"/id\", \"position\": \"position\"}")
    ) { count in
      versions { side in
        var random = SeededGenerator(seed: 24 + UInt64(side.rawValue))
        let places = (0..<count).map { place in
          (place, side.edits(place, of: 10) ? random.below(count) * 1_000 + 500 : place * 1_000)
        }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
        return "{\"value\": "
          + array(places.map { "{\n\"id\": \"element \($0)\",\n\"position\": \($1)\n}" }) + "}"
      }
    },
  ]

  // MARK: - Comments

  private static let comments = [
    DocumentShape(name: "members with a comment each, one of 1,000 edited a side", count: 11_250) {
      count in
      versions { side in
        commented((0..<count).map { ("key \($0)", side.edits($0, of: 1_000) ? $0 + count : $0) })
      }
    },
    DocumentShape(name: "members with a comment each, one of 3 renamed a side", count: 11_250) {
      count in
      versions { side in
        commented(
          (0..<count).map { (side.edits($0, of: 3) ? "\(side) \($0)" : "key \($0)", $0 * 7) })
      }
    },
    DocumentShape(name: "members with a comment each, all in conflict", count: 11_250) { count in
      versions { side in
        commented((0..<count).map { ("key \($0)", $0 + side.rawValue * count) })
      }
    },
  ]

  // MARK: - Writing

  private enum Side: Int {
    case base, ours, theirs

    /// True for every n-th index, another one for each side; never for base.
    func edits(_ place: Int, of count: Int) -> Bool { self != .base && place % count == rawValue }
  }

  private static func versions(_ text: (Side) -> String) -> Versions<String> {
    Versions(base: text(.base) + "\n", ours: text(.ours) + "\n", theirs: text(.theirs) + "\n")
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }

  private static func array(_ elements: [String]) -> String {
    "[\n" + elements.joined(separator: ",\n") + "\n]"
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{\n" + members.map { "\"\($0)\": \"\($1)\"" }.joined(separator: ",\n") + "\n}"
  }

  private static func commented(_ members: [(key: String, value: Int)]) -> String {
    let lines = members.enumerated().map { place, member in
      "// note \(place)\n\"\(member.key)\": \(member.value)"
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}"
  }

  /// Ids are in no order.
  private static func element(_ id: Int, _ side: Side) -> String {
    "{\n\"id\": \"\(id * 7919 % 1_000_003)\",\n\"name\": \"element \(id)\",\n\"by\": \"\(side)\"\n}"
  }

  /// Codes are in no order.
  private static func record(_ code: Int, v: Int, w: Int) -> String {
    let text = "\(code * 7919 % 1_000_003)"
    return "{\"code\": \"c\(text)\", \"v\": \(v), \"w\": \(w), \"text\": \"text \(text)\"}"
  }

  private static func numbered(_ number: Int, _ place: Int, isEdited: Bool) -> String {
    let text = place * 7919 % 1_000_003
    return "{\"id\": \(number), \"title\": \"title \(text)\", "
      + "\"text\": \"\(isEdited ? "edited" : "text") \(text)\"}"
  }

  private static func keyless(_ place: Int, _ one: String, _ other: String) -> String {
    let text = place * 7919 % 1_000_003
    return "{\"x\": \"x \(text)\", \"a\": \"\(one) \(text)\", \"b\": \"\(other) \(text)\", "
      + "\"c\": [\"c \(text)\", \"d \(text)\"]}"
  }

  /// At each level either side appends an element, and the first one holds the next level.
  private static func nested(levels: Int, _ side: Side) -> String {
    (0..<levels).reduce("[]") { text, level in
      let first = "{\n\"id\": \"first\",\n\"name\": \"level \(level)\",\n\"elements\": \(text)\n}"
      let appended = side == .base ? [] : ["{\n\"id\": \"\(side)\"\n}"]
      return array([first] + (1..<100).map { element($0, .base) } + appended)
    }
  }

  /// Each side edits another element of the last level, which stands behind all others; nothing grows longer.
  private static func editedLast(levels: Int, _ side: Side) -> String {
    let last = array([
      element(1, side == .ours ? .ours : .base), element(2, side == .theirs ? .ours : .base),
    ])
    return (0..<levels).reduce(last) { text, _ in
      array(
        (1..<100).map { element($0, .base) } + ["{\n\"id\": \"last\",\n\"elements\": \(text)\n}"])
    }
  }

  /// Ours has all parts in one container, base and theirs have them in another.
  private static func moved(
    _ parts: [String], _ side: Side, beside rest: [String] = [], in brackets: (String, String)
  ) -> String {
    let lists = side == .ours ? [rest, rest + parts] : [rest + parts, rest]
    let texts = lists.map { brackets.0 + $0.joined(separator: ",\n") + brackets.1 }
    return "{\n\"open\": \(texts[0]),\n\"done\": \(texts[1])\n}"
  }

  private static func schema(_ strategy: String) -> String {
    "{\"x-documents\": {\"**/*.json\": {\"properties\": {\"value\": {\"x-merge\": \(strategy)}}}}}"
  }
}
