import Forked
import ForkedMerge
import ForkedModel
import ForkedTestSupport
import Testing

@ForkedModel
private struct Annotation {
  var a: String = ""
  var b: String = ""
  @Merged(using: .counterMerge) var n: Int = 0
}

@ForkedModel
private struct BookChapter: Identifiable {
  var id: Int = 0
  var remark: Annotation = Annotation()
  @Merged var own: Annotation = Annotation()
  @Backed(by: .mergeableDictionary) var remarks: [String: Annotation] = [:]
}

@ForkedModel
private struct Book {
  @Backed(by: .mergeableArray) var chapters: [BookChapter] = []
  @Backed(by: .mergeableDictionary) var byName: [String: BookChapter] = [:]
}

/// A side of a merge, which writes only its own text.
private struct Author {
  let text: WritableKeyPath<Annotation, String>
  let firstNew: Int
  var edits: [String: Edit] = [:]

  struct Edit {
    var text: String?
    var increment = 0
  }

  /// Edits a remark at random, and notes the edit under its path.
  mutating func edit(_ remark: inout Annotation, at path: String, _ random: inout SeededGenerator) {
    guard random.chance(40) else { return }
    var edit = Edit()
    if random.chance(50) { edit.text = "t\(random.below(100))" }
    if random.chance(70) { edit.increment = random.below(7) - 3 }
    if let new = edit.text { remark[keyPath: text] = new }
    remark.n += edit.increment
    edits[path] = edit
  }

  mutating func edit(_ chapter: inout BookChapter, at path: String, _ random: inout SeededGenerator)
  {
    edit(&chapter.own, at: "\(path)/own", &random)
    for name in chapter.remarks.keys.sorted() {
      var remark = chapter.remarks[name] ?? Annotation()
      edit(&remark, at: "\(path)/\(name)", &random)
      if chapter.remarks[name] != remark { chapter.remarks[name] = remark }
    }
  }

  mutating func edit(_ book: inout Book, _ random: inout SeededGenerator) {
    var chapters = book.chapters
    for index in chapters.indices {
      edit(&chapters[index], at: "\(chapters[index].id)", &random)
    }
    for number in 0..<random.below(3) {
      let chapter = BookChapter(id: firstNew + number)
      chapters.insert(chapter, at: random.below(chapters.count + 1))
    }
    book.chapters = chapters
    for name in book.byName.keys.sorted() {
      guard var chapter = book.byName[name] else { continue }
      edit(&chapter, at: name, &random)
      if book.byName[name] != chapter { book.byName[name] = chapter }
    }
  }
}

/// The remarks of a book by their paths.
private func remarks(of book: Book) -> [String: Annotation] {
  var remarks: [String: Annotation] = [:]
  let chapters = book.chapters.map { ("\($0.id)", $0) } + book.byName.map { ($0, $1) }
  for (path, chapter) in chapters {
    remarks["\(path)/own"] = chapter.own
    for (name, remark) in chapter.remarks { remarks["\(path)/\(name)"] = remark }
  }
  return remarks
}

@Suite("models in replicated properties of models")
struct NestedBackedLawTests {
  private func randomBook(_ random: inout SeededGenerator) -> Book {
    func chapter(_ id: Int) -> BookChapter {
      var chapter = BookChapter(id: id)
      for name in ["x", "y", "z"].prefix(random.below(4)) {
        chapter.remarks[name] = Annotation(a: "a", b: "b", n: id)
      }
      return chapter
    }
    var book = Book()
    book.chapters = (0..<random.below(5)).map(chapter)
    for id in 0..<random.below(4) { book.byName["chapter \(id)"] = chapter(id) }
    return book
  }

  private func replica(_ seed: UInt64) -> Replica {
    let random = Locked(SeededGenerator(drawnFrom: seed))
    return Replica(
      clock: { HybridTime(nanoseconds: Int64(random.with { $0.next() } >> 40)) },
      random: { random.with { $0.next() } })
  }

  @Test("at every depth, the merge has each side's text and the counts of both, in both directions")
  func nested() throws {
    for seed in LawSeeds.range(usually: 1_000) {
      var random = SeededGenerator(drawnFrom: seed)
      try Replica.$current.withValue(replica(seed)) {
        let base = randomBook(&random)
        var (one, other) = (base, base)
        var ours = Author(text: \.a, firstNew: 100)
        var theirs = Author(text: \.b, firstNew: 200)
        ours.edit(&one, &random)
        theirs.edit(&other, &random)
        let merged = try one.merged(withSubordinate: other, commonAncestor: base)
        let swapped = try other.merged(withSubordinate: one, commonAncestor: base)
        #expect(remarks(of: merged) == remarks(of: swapped), "seed \(seed)")
        let ids = merged.chapters.map(\.id)
        #expect(ids.count == Set(ids).count, "seed \(seed)")
        #expect(
          Set(ids) == Set((one.chapters + other.chapters).map(\.id)), "seed \(seed)")
        for (path, remark) in remarks(of: base) {
          let (our, their) = (ours.edits[path], theirs.edits[path])
          let expected = Annotation(
            a: our?.text ?? remark.a, b: their?.text ?? remark.b,
            n: remark.n + (our?.increment ?? 0) + (their?.increment ?? 0))
          #expect(remarks(of: merged)[path] == expected, "seed \(seed), \(path)")
        }
      }
    }
  }
}
