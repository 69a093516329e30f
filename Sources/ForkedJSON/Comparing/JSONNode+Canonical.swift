extension JSONNode {
  /// The canonical bytes: keys sorted by scalars, no white space, canonical numbers and escapes.
  ///
  /// Two values have the same canonical bytes exactly if they are equal, and their order doesn't depend on formatting.
  /// - Complexity: O(bytes), and O(m log m) comparisons of keys for an object of m members; without recursion.
  public var canonicalBytes: [UInt8] {
    var printer = CanonicalPrinter(self)
    while printer.advance() {}
    return printer.bytes
  }

  /// Returns true if the canonical bytes of this value precede those of the other one.
  /// - Complexity: that of `canonicalBytes` up to the first difference; parts with equal bytes are not read.
  public func canonicallyPrecedes(_ other: JSONNode) -> Bool {
    if isPlainString, other.isPlainString { return bytes.lexicographicallyPrecedes(other.bytes) }
    var (printer, otherPrinter) = (CanonicalPrinter(self), CanonicalPrinter(other))
    while true {
      if printer.skipValue(equalTo: &otherPrinter) { continue }
      while printer.bytes.isEmpty, printer.advance() {}
      while otherPrinter.bytes.isEmpty, otherPrinter.advance() {}
      let count = min(printer.bytes.count, otherPrinter.bytes.count)
      if count == 0 || printer.bytes[..<count] != otherPrinter.bytes[..<count] {
        return printer.bytes.lexicographicallyPrecedes(otherPrinter.bytes)
      }
      printer.bytes.removeFirst(count)
      otherPrinter.bytes.removeFirst(count)
    }
  }
}

extension JSONNode {
  /// True for a string whose bytes are its canonical ones.
  private var isPlainString: Bool { kind == .string && !entry.hasEscapes }
}

extension [JSONNode] {
  /// Returns true if these values precede the others: by the canonical bytes of the first two that differ, or because
  /// they are fewer.
  /// - Complexity: as for one value.
  public func canonicallyPrecede(_ others: [JSONNode]) -> Bool {
    for (value, other) in zip(self, others) where value != other {
      return value.canonicallyPrecedes(other)
    }
    return count < others.count
  }
}

/// Prints step by step, from a stack of the remaining steps.
private struct CanonicalPrinter {
  private enum Step {
    case value(JSONNode)
    /// The remaining elements, with false if there were others before.
    case elements(JSONElements, isFirst: Bool)
    /// The remaining members, with false if there were others before.
    case members(ArraySlice<(key: JSONString, value: JSONNode)>, isFirst: Bool)
  }

  private var steps: [Step]
  /// The output.
  var bytes: [UInt8] = []

  init(_ node: JSONNode) { steps = [.value(node)] }

  /// Prints the next piece; returns false if there are no more.
  mutating func advance() -> Bool {
    guard let step = steps.popLast() else { return false }
    switch step {
    case .value(let node): print(node)
    case .elements(var elements, let isFirst):
      guard let element = elements.next() else {
        return close(.openBracket, .closeBracket, isFirst)
      }
      bytes.append(isFirst ? .openBracket : .comma)
      steps += [.elements(elements, isFirst: false), .value(element)]
    case .members(var members, let isFirst):
      guard let member = members.popFirst() else { return close(.openBrace, .closeBrace, isFirst) }
      bytes.append(isFirst ? .openBrace : .comma)
      member.key.appendLiteral(to: &bytes)
      bytes.append(.colon)
      steps += [.members(members, isFirst: false), .value(member.value)]
    }
    return true
  }

  /// Skips a value with the same bytes in both printers, if it comes next in both and all output before is equal.
  mutating func skipValue(equalTo other: inout CanonicalPrinter) -> Bool {
    guard bytes.isEmpty, other.bytes.isEmpty, case .value(let value) = steps.last,
      case .value(let otherValue) = other.steps.last, value.hasSameBytes(as: otherValue)
    else { return false }
    steps.removeLast()
    other.steps.removeLast()
    return true
  }

  private mutating func print(_ node: JSONNode) {
    switch node.kind {
    case .array: steps.append(.elements(node.elements, isFirst: true))
    case .object: steps.append(.members(Self.sortedMembers(of: node)[...], isFirst: true))
    case .string: node.string?.appendLiteral(to: &bytes)
    case .number: bytes += node.number?.literal ?? Array(node.bytes)
    case .true, .false, .null: bytes += node.bytes
    }
  }

  private mutating func close(_ open: UInt8, _ close: UInt8, _ isEmpty: Bool) -> Bool {
    bytes += isEmpty ? [open, close] : [close]
    return true
  }

  private static func sortedMembers(of node: JSONNode) -> [(key: JSONString, value: JSONNode)] {
    node.members
      .map { (key: $0.key.string ?? "", value: $0.value) }
      .sorted { $0.key < $1.key }
  }
}
