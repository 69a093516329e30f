import Forked
import ForkedMerge

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
  func runElements() {
    struct Element: Hashable {
      var id: String
      var text: String
    }
    let base = (0..<10_000).map { Element(id: "element \($0)", text: "text \($0)") }
    var (ours, theirs) = (base, base)
    for index in stride(from: 0, to: base.count, by: 20) {
      ours[index].text += " ours"
      theirs[index + 10].text += " theirs"
    }
    let time = median(of: 15) {
      var ids = Tokens<String>(capacity: base.count)
      var texts = Tokens<String>(capacity: base.count)
      let inputs = [base, ours, theirs].map { elements in
        DictionaryMerge.Input(
          keys: elements.map { ids.token(of: $0.id) },
          values: elements.map { texts.token(of: $0.text) })
      }
      let order = OrderMerge.merge(
        base: inputs[0].keys, ours: inputs[1].keys, theirs: inputs[2].keys, first: .ours
      ) { _ in true }
      let entries = DictionaryMerge.entries(
        base: inputs[0], ours: inputs[1], theirs: inputs[2], first: .ours)
      keep((order, entries))
    }
    showBesideForked("arrayOfIdentifiableMerge, 10,000", time, forked: 0.555, goal: 100)
  }

  /// 100,000 elements.
  func runSets() {
    let base = (0..<100_000).map { "element \($0)" }
    let ours = Array(base.dropFirst(1_000)) + (0..<1_000).map { "ours \($0)" }
    let theirs = Array(base.dropLast(1_000)) + (0..<1_000).map { "theirs \($0)" }
    let time = median(of: 9) {
      var tokens = Tokens<String>(capacity: base.count)
      let inputs = [base, ours, theirs].map { $0.map { tokens.token(of: $0) } }
      let merged = SetMerge.merge(
        base: inputs[0], ours: inputs[1], theirs: inputs[2], first: .ours)
      keep(merged.map { tokens.values[$0] })
    }
    showBesideForked("setMerge, 100,000", time, forked: 0.669, goal: 20)
  }

  /// 100,000 entries.
  func runDictionaries() {
    let keys = (0..<100_000).map { "key \($0)" }
    let base = keys.indices.map { $0 }
    var (ours, theirs) = (base, base)
    for index in stride(from: 0, to: base.count, by: 20) {
      ours[index] += 1
      theirs[index + 10] += 2
    }
    let time = median(of: 9) {
      var tokens = Tokens<String>(capacity: base.count)
      let inputs = [base, ours, theirs].map { values in
        DictionaryMerge.Input(keys: keys.map { tokens.token(of: $0) }, values: values)
      }
      keep(
        DictionaryMerge.entries(
          base: inputs[0], ours: inputs[1], theirs: inputs[2], first: .ours))
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

/// Equal integers for equal values.
private struct Tokens<Value: Hashable> {
  private(set) var values: [Value] = []
  private var tokens: [Value: Int]

  /// - Parameter capacity: how many different values are expected.
  init(capacity: Int) { tokens = Dictionary(minimumCapacity: capacity) }

  mutating func token(of value: Value) -> Int {
    if let known = tokens[value] { return known }
    tokens[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
