import ForkedJSON
import ForkedTestSupport
import Testing

@Suite("Laws of editing")
struct EditLawTests {
  enum Edit {
    case set(JSONPointer, JSONNode)
    case unset(JSONPointer)
    case insert(JSONPointer, JSONNode)
    case move(JSONPointer, JSONPointer)
    case copy(JSONPointer, JSONPointer)

    func apply(to editor: inout JSONEditor) throws {
      switch self {
      case .set(let pointer, let value): try editor.set(pointer, to: value)
      case .unset(let pointer): try editor.unset(pointer)
      case .insert(let pointer, let value): try editor.insert(value, at: pointer)
      case .move(let source, let target): try editor.move(from: source, to: target)
      case .copy(let source, let target): try editor.copy(from: source, to: target)
      }
    }
  }

  func pointers(of node: JSONNode, from pointer: JSONPointer = JSONPointer()) -> [JSONPointer] {
    var result = [pointer]
    for member in node.members {
      result += pointers(of: member.value, from: pointer.appending(member.key.string ?? ""))
    }
    for (index, element) in node.elements.enumerated() {
      result += pointers(of: element, from: pointer.appending(index: index))
    }
    return result
  }

  func randomEdit(_ node: JSONNode, other: JSONNode, _ random: inout SeededGenerator) -> Edit {
    let known = pointers(of: node)
    func place(_ random: inout SeededGenerator) -> JSONPointer {
      let pointer = random.pick(known)
      return random.chance(40)
        ? pointer.appending(random.pick(["new", "a", "-", "0", "1"])) : pointer
    }
    switch random.below(5) {
    case 0: return .set(place(&random), other)
    case 1: return .unset(place(&random))
    case 2: return .insert(place(&random), other)
    case 3: return .move(place(&random), place(&random))
    default: return .copy(place(&random), place(&random))
    }
  }

  @Test("edits made together give the value of edits made one by one")
  func together() throws {
    var done = 0
    for seed in LawSeeds.range(usually: 1500) {
      var documents = RandomDocuments(seed: seed)
      let (document, other) = (try documents.document(depth: 3), try documents.document(depth: 1))
      var together = JSONEditor(document)
      var trail = [document.root.description]
      var current = document
      for _ in 0..<5 {
        let edit = randomEdit(current.root, other: other.root, &documents.random)
        var alone = JSONEditor(current)
        let fails = (try? edit.apply(to: &alone)) == nil
        let failsTogether = (try? edit.apply(to: &together)) == nil
        trail.append("\(edit) \(fails)")
        #expect(fails == failsTogether, "seed \(seed) \(trail)")
        if fails { continue }
        done += 1
        current = try JSONDocument(parsing: alone.bytes)
        let result = try JSONDocument(parsing: together.bytes)
        #expect(result.root == current.root, "seed \(seed) \(trail)")
      }
    }
    #expect(done * 3 > LawSeeds.count(usually: 1500) * 4)
  }

  @Test("values outside of an edit's path keep their bytes")
  func untouched() throws {
    for seed in LawSeeds.range(usually: 1500) {
      var documents = RandomDocuments(seed: seed)
      let (document, other) = (try documents.document(depth: 3), try documents.document(depth: 1))
      let target = documents.random.pick(pointers(of: document.root))
      var editor = JSONEditor(document)
      try editor.set(target, to: other.root)
      let result = try JSONDocument(parsing: editor.bytes)
      for pointer in pointers(of: document.root)
      where !pointer.isPrefix(of: target) && !target.isPrefix(of: pointer) {
        let before = try #require(document.root.value(at: pointer))
        let after = try #require(result.root.value(at: pointer), "seed \(seed) \(pointer)")
        #expect(after.hasSameBytes(as: before), "seed \(seed) \(pointer)")
      }
    }
  }
  @Test("a scalar takes the place of a value, and no other byte changes")
  func replaced() throws {
    for seed in LawSeeds.range(usually: 1500) {
      var documents = RandomDocuments(seed: seed)
      let document = try documents.document(depth: 3)
      let target = documents.random.pick(pointers(of: document.root))
      let range = try #require(document.root.value(at: target)).range
      var editor = JSONEditor(document)
      try editor.set(target, to: json("0.10"))
      let expected =
        document.bytes[..<range.lowerBound] + Array("0.10".utf8)
        + document.bytes[range.upperBound...]
      #expect(editor.bytes == Array(expected), "seed \(seed) \(target)")
    }
  }

  @Test("a value that is added and removed again leaves no trace")
  func withoutTrace() throws {
    var done = 0
    for seed in LawSeeds.range(usually: 3000) {
      var documents = RandomDocuments(seed: seed)
      let (document, other) = (try documents.document(depth: 3), try documents.document(depth: 1))
      let containers = pointers(of: document.root).filter {
        (document.root.value(at: $0)?.count ?? 0) > 0
      }
      guard !containers.isEmpty else { continue }
      let parent = documents.random.pick(containers)
      let node = try #require(document.root.value(at: parent))
      let last = node.kind == .array ? parent.appending(index: node.count) : nil
      var adding = JSONEditor(document)
      try adding.insert(other.root, at: last ?? parent.appending("new"))
      let added = try JSONDocument(parsing: adding.bytes)
      var removing = JSONEditor(added)
      try removing.unset(last ?? parent.appending("new"))
      #expect(removing.bytes == document.bytes, "seed \(seed) \(parent)")
      done += 1
    }
    #expect(done * 3 > LawSeeds.count(usually: 3000) * 2)
  }
}
