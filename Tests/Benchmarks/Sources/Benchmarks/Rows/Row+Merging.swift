import Forked
import ForkedMerge

private protocol TextElement: Hashable, Identifiable {
  var text: String { get set }
}

private struct Element: TextElement {
  var id: String
  var text = ""
}

private struct Note: TextElement, Mergeable {
  var id: String
  var text = ""

  func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    let text = try TextMerger().merge(
      text, withSubordinate: other.text, commonAncestor: commonAncestor.text)
    return Note(id: id, text: text)
  }
}

/// An element whose id has the size of a UUID.
private struct Entry: TextElement {
  struct ID: Hashable {
    var high: UInt64
    var low: UInt64
  }

  var id: ID
  var text = ""
}

/// Mergers in process, beside the figures that Forked's reached on such a machine.
extension Row {
  /// 17 KB of text.
  func runText() {
    let texts = Sequences.text(bytes: 17_000, wordsInLine: 12, seed: 5)
    let ours = median(of: 31) {
      keep(
        TextMerge.merge(base: texts.base, ours: texts.ours, theirs: texts.theirs, first: .ours))
    }
    showBesideForked("textMerge, 17 KB", ours, forked: 0.284, goal: 200)
  }

  /// 10,000 elements, 5 % edited a side: values in, values out.
  func runElements() throws {
    try showElements("arrayOfIdentifiableMerge, 10,000") { Element(id: "element \($0)") }
    try showElements("the same, moved, inserted and deleted too", moving: true) {
      Element(id: "element \($0)")
    }
    try showElements("the same, elements that merge themselves") { Note(id: "element \($0)") }
    try showElements("the same, ids of two integers") {
      Entry(id: .init(high: UInt64($0) &* 0x9E37_79B9_7F4A_7C15, low: UInt64($0)))
    }
  }

  private func showElements<Element: TextElement>(
    _ name: String, moving: Bool = false, element: (Int) -> Element
  ) throws {
    var base = (0..<10_000).map(element)
    for index in base.indices { base[index].text = "text \(index)" }
    var (ours, theirs) = (base, base)
    for index in stride(from: 0, to: base.count, by: 20) {
      ours[index].text += " ours"
      theirs[index + 10].text += " theirs"
    }
    if moving {
      for index in stride(from: 5, to: base.count - 100, by: 200) {
        ours.insert(ours.remove(at: index), at: index + 90)
        theirs.remove(at: index + 30)
        theirs.insert(element(base.count + index), at: index + 60)
      }
    }
    // The type is known where the merger is called, as in a program.
    let merger = ArrayOfIdentifiableMerger<Element>()
    let time = try median(of: 31) {
      keep(try merger.merge(ours, withSubordinate: theirs, commonAncestor: base))
    }
    showBesideForked(name, time, forked: 0.555, goal: 150)
  }

  /// 100,000 elements.
  func runSets() throws {
    let base = Set((0..<100_000).map { "element \($0)" })
    let ours = base.subtracting((0..<1_000).map { "element \($0)" })
      .union((0..<1_000).map { "ours \($0)" })
    let theirs = base.subtracting((99_000..<100_000).map { "element \($0)" })
      .union((0..<1_000).map { "theirs \($0)" })
    let time = try median(of: 9) {
      keep(try SetMerger<String>().merge(ours, withSubordinate: theirs, commonAncestor: base))
    }
    showBesideForked("setMerge, 100,000", time, forked: 0.669, goal: 20)
  }

  /// 100,000 entries.
  func runDictionaries() throws {
    let base = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ("key \($0)", $0) })
    var (ours, theirs) = (base, base)
    for index in stride(from: 0, to: base.count, by: 20) {
      ours["key \(index)"] = -1
      theirs["key \(index + 10)"] = -2
    }
    let merger = DictionaryMerger<String, Int>()
    let time = try median(of: 9) {
      keep(try merger.merge(ours, withSubordinate: theirs, commonAncestor: base))
    }
    showBesideForked("dictionaryMerge, 100,000", time, forked: 1.085, goal: 20)
  }

  private func showBesideForked(_ name: String, _ time: Double, forked: Double, goal: Int) {
    show(
      name,
      "\(Benchmarks.time(time)), Forked elsewhere \(Benchmarks.time(forked)), "
        + "\(rounded(forked / time)) x faster", goal: "\(goal) x")
  }
}
