extension JSONNode {
  /// Canonical bytes (keys sorted by scalars, no white space, canonical numbers and escapes): equal exactly for
  /// equal values, and an order that doesn't depend on formatting.
  /// Complexity: O(bytes), and O(m log m) comparisons of keys for an object of m members; no recursion.
  public var canonicalBytes: [UInt8] {
    var printer = CanonicalPrinter(self)
    while printer.advance() {}
    return printer.bytes
  }

  /// True if the canonical bytes of this value come before those of the other one.
  /// Complexity: that of `canonicalBytes` up to the first difference; parts with equal bytes are not opened.
  public func canonicallyPrecedes(_ other: JSONNode) -> Bool {
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

extension Collection<JSONNode> {
  /// True if these values come before the others: by the canonical bytes of the first two that differ, else because
  /// they are fewer. Complexity: as for one value.
  public func canonicallyPrecede(_ others: some Collection<JSONNode>) -> Bool {
    for (value, other) in zip(self, others) where value != other {
      return value.canonicallyPrecedes(other)
    }
    return count < others.count
  }
}

/// Prints step by step, from a list of what is still to be printed, the next thing last.
private struct CanonicalPrinter {
  private enum Step {
    case value(JSONNode)
    /// The elements still to come, and whether there were others before.
    case elements(JSONElements.Iterator, isFirst: Bool)
    /// The same for members.
    case members(ArraySlice<(key: JSONString, value: JSONNode)>, isFirst: Bool)
  }

  private var steps: [Step]
  /// The output.
  var bytes: [UInt8] = []

  init(_ node: JSONNode) { steps = [.value(node)] }

  /// Prints the next piece; false behind the last.
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

  /// Passes a value with the same bytes in both printers, if one comes next in both and all before it is equal.
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
    case .array: steps.append(.elements(node.elements.makeIterator(), isFirst: true))
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
