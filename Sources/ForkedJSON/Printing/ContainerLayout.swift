/// The white space, commas and colons of one container: the existing ones, and those for new entries.
final class ContainerLayout {
  let kind: JSONKind
  /// The container in the document; nil for one with a new layout.
  private let source: Source?
  /// The white space before the first entry.
  let opening: [UInt8]
  /// The separator of two entries that weren't neighbours.
  private(set) lazy var separator = commonestSeparator()
  private let separatorOfOne: [UInt8]
  /// The white space after the last entry.
  let closing: [UInt8]
  /// The colon between a new key and its value.
  private(set) lazy var colon = source?.colonOnOneLine(among: Self.sampled) ?? styleColon
  private let styleColon: [UInt8]
  /// The indentation within an entry; nil if it is that of the container's own line.
  let entryIndent: [UInt8]?

  private static let sampled = 16

  /// Returns the colon between a key of another document and its value.
  ///
  /// White space before our colons aligns them. If the key has some too, it is as long as that key needs it, and is
  /// kept.
  func colon(of key: JSONNode) -> ArraySlice<UInt8> {
    let linesUp = { (colon: ArraySlice<UInt8>) in colon.first == .space || colon.first == .tab }
    let its = key.colon
    return linesUp(colon[...]) && linesUp(its) && !its.contains(.lineFeed) ? its : colon[...]
  }

  /// Creates the layout of a new container.
  init(new kind: JSONKind, style: DocumentStyle, indent: [UInt8], isExpanded: Bool) {
    self.kind = kind
    source = nil
    let line = style.lineEnding + indent
    let commaFirst = style.commaFirst
    opening = isExpanded ? commaFirst?.hangingOpening ?? line + style.unit : []
    separatorOfOne =
      isExpanded
      ? commaFirst.map { line + $0.lead } ?? [.comma] + opening : style.inlineSeparator
    closing = isExpanded ? line : []
    styleColon = style.colon
    entryIndent = isExpanded ? indent + style.unit : nil
  }

  /// Reads the layout of an existing container, which must not be empty.
  init(of node: JSONNode, style: DocumentStyle) {
    kind = node.kind
    let source = Source(node)
    self.source = source
    opening = Array(source.gap(before: 0))
    closing = Array(source.gap(before: source.children.count))
    styleColon = style.colon
    if let commaFirst = style.commaFirst, closing.contains(.lineFeed) {
      separatorOfOne = closing + commaFirst.lead
      entryIndent = closing[...].indentation + style.unit
    } else if opening.contains(.lineFeed) {
      separatorOfOne = [.comma] + opening
      entryIndent = Array(opening[...].indentation)
    } else {
      separatorOfOne = style.inlineSeparator
      entryIndent = nil
    }
  }

  private func commonestSeparator() -> [UInt8] {
    source?.commonestGap(among: Self.sampled) ?? separatorOfOne
  }

  /// Returns the index of a child of the container; a look-up is not needed if it is the expected one.
  func place(of node: JSONNode, expected: Int = 0) -> Int? {
    source?.place(of: node, expected: expected)
  }

  /// Returns true if the entry is the unchanged child at that index.
  func keeps(_ entry: JSONRewrite.Entry, at place: Int) -> Bool {
    guard let source else { return false }
    switch entry {
    case .member(let key, .keep(let value)):
      return source.isChild(key, at: place) && source.isValue(value, at: place)
    case .element(.keep(let value)): return source.isValue(value, at: place)
    default: return false
    }
  }

  /// Returns the bytes of neighbours, with those between them.
  func bytes(of children: Range<Int>) -> ArraySlice<UInt8> { source?.bytes(of: children) ?? [] }

  var childCount: Int { source?.children.count ?? 0 }

  /// Returns the bytes between an entry and its predecessor.
  ///
  /// These are the bytes before that child in the source, so neighbours in the source keep exactly the bytes between
  /// them.
  func gap(before place: Int?) -> ArraySlice<UInt8> {
    guard let source, let place, place > 0 else { return separator[...] }
    return source.gap(before: place)
  }

  /// Returns the bytes before an element of another document: in an array of several lines, it begins a line if it did
  /// so there.
  func gap(before place: Int?, taken node: JSONNode) -> ArraySlice<UInt8> {
    let gap = gap(before: place)
    let beginsLine =
      !gap.contains(.lineFeed) && separatorOfOne.contains(.lineFeed) && node.beginsLine
    return beginsLine ? separatorOfOne[...] : gap
  }

  private struct Source {
    let document: JSONDocument
    let container: IndexNode
    /// The indices of the keys of an object, or of the elements of an array.
    let children: [Int]
    let valueOffset: Int

    init(_ node: JSONNode) {
      document = node.document
      container = node.entry
      valueOffset = node.kind == .object ? 1 : 0
      children = Array(document.nodes.children(of: node.index))
    }

    func isChild(_ node: JSONNode, at place: Int) -> Bool {
      place < children.count && node.index == children[place] && node.document === document
    }

    func isValue(_ node: JSONNode, at place: Int) -> Bool {
      place < children.count && node.index == children[place] + valueOffset
        && node.document === document
    }

    func bytes(of places: Range<Int>) -> ArraySlice<UInt8> {
      guard let first = places.first, let last = places.last else { return [] }
      let end = document.nodes[children[last] + valueOffset].end
      return document.bytes[Int(document.nodes[children[first]].start)..<Int(end)]
    }

    func place(of node: JSONNode, expected: Int) -> Int? {
      if isChild(node, at: expected) || isValue(node, at: expected) { return expected }
      guard node.document === document else { return nil }
      let next = children.partitionPoint { $0 < node.index }
      if next < children.count, children[next] == node.index { return next }
      return valueOffset == 1 && next > 0 && children[next - 1] + 1 == node.index ? next - 1 : nil
    }

    func gap(before place: Int) -> ArraySlice<UInt8> {
      let start =
        place == 0 ? container.start + 1 : document.nodes[children[place - 1] + valueOffset].end
      let end =
        place == children.count ? container.end - 1 : document.nodes[children[place]].start
      return document.bytes[Int(start)..<Int(end)]
    }

    /// Returns the first colon without a line ending; nil for an array.
    func colonOnOneLine(among sampled: Int) -> [UInt8]? {
      guard valueOffset == 1 else { return nil }
      let colons = children.prefix(sampled).lazy.map { key in
        document.bytes[document.nodes.colon(after: key)]
      }
      return colons.first { !$0.contains(.lineFeed) }.map { Array($0) }
    }

    /// Returns the most frequent of the first gaps; of several, the shortest.
    func commonestGap(among sampled: Int) -> [UInt8]? {
      let gaps = children.indices.dropFirst().prefix(sampled).map(gap(before:))
      if let first = gaps.first, gaps.allSatisfy({ $0 == first }) { return Array(first) }
      let ranked = gaps.map { gap in (count: gaps.count { $0 == gap }, gap: gap) }
      let best = ranked.max { ($0.count, $1.gap.count) < ($1.count, $0.gap.count) }
      return best.map { Array($0.gap) }
    }
  }
}
