/// The formatting of a document, as its first values show it.
final class DocumentStyle {
  /// The line ending.
  private(set) var lineEnding: [UInt8] = [.lineFeed]
  /// True if the root value takes more than one line.
  private(set) var isMultiLine = false
  /// The indentation that each level of nesting adds.
  private(set) var unit: [UInt8] = [.space, .space]
  /// The bytes between a key and its value.
  private(set) var colon: [UInt8] = [.colon]
  /// The bytes between two entries on one line.
  private(set) var inlineSeparator: [UInt8] = [.comma]
  /// The layout with commas at the beginning of lines; nil if they are at the end.
  private(set) var commaFirst: CommaFirst?
  /// True if objects that aren't empty take several lines.
  private(set) var expandsObjects = true
  private(set) var expandsArraysOfScalars = true
  private(set) var expandsArraysOfContainers = true

  /// A layout in which the comma between two entries is at the beginning of the second one's line.
  struct CommaFirst {
    /// The beginning of a line before its entry, after the indentation of the bracket's line.
    var lead: [UInt8]
    /// The bytes between a bracket and an entry on the same line; nil if the first entry has its own line.
    var hangingOpening: [UInt8]?
  }

  private static let sampledNodes = 2000

  /// Reads the style of a document.
  /// - Complexity: O(bytes up to its first line ending, and of 2000 values).
  init(of document: JSONDocument) {
    lineEnding = document.lineEnding
    let root = document.root
    guard root.count > 0 else {
      adoptWithoutEvidence(finalLineEnding: document.bytes.last == .lineFeed)
      return
    }
    isMultiLine = document.bytes[root.range].contains(.lineFeed)
    adopt(SpacingSample(document: document, nodes: Self.sampledNodes))
  }

  /// Adopts a style for a text that is an empty container or a scalar, which only shows if it has a final line ending.
  private func adoptWithoutEvidence(finalLineEnding: Bool) {
    isMultiLine = finalLineEnding
    guard finalLineEnding else { return }
    colon = [.colon, .space]
    inlineSeparator = [.comma, .space]
  }

  private func adopt(_ sample: SpacingSample) {
    unit = sample.unit ?? []
    colon = sample.colon ?? (isMultiLine ? [.colon, .space] : [.colon])
    inlineSeparator =
      sample.inlineSeparator ?? (colon.last == .space ? [.comma, .space] : [.comma])
    guard isMultiLine else { return }
    commaFirst = sample.commaFirst
    expandsObjects = sample.objects.expands ?? true
    expandsArraysOfContainers = sample.arraysOfContainers.expands ?? expandsObjects
    expandsArraysOfScalars = sample.arraysOfScalars.expands ?? expandsArraysOfContainers
  }
}

/// The white space in the first values of a document.
private struct SpacingSample {
  struct Tally {
    var expanded = 0
    var inline = 0
    var expands: Bool? { expanded + inline == 0 ? nil : expanded >= inline }

    mutating func add(isExpanded: Bool) {
      if isExpanded { expanded += 1 } else { inline += 1 }
    }
  }

  var unit: [UInt8]?
  var colon: [UInt8]?
  var inlineSeparator: [UInt8]?
  var commaFirst: DocumentStyle.CommaFirst?
  private var knowsCommas = false
  var objects = Tally()
  var arraysOfScalars = Tally()
  var arraysOfContainers = Tally()
  private let document: JSONDocument

  init(document: JSONDocument, nodes: Int) {
    self.document = document
    for index in document.nodes.indices.prefix(nodes) where document.nodes[index].count > 0 {
      count(index)
      sampleSpacing(index)
    }
  }

  private mutating func count(_ container: Int) {
    let opening = document.bytes[document.opening(of: container)]
    let closing = document.closing(of: container)
    let isExpanded = opening.contains(.lineFeed) || closing.contains(.lineFeed)
    if document.nodes[container].kind == .object {
      objects.add(isExpanded: isExpanded)
    } else if document.nodes[container + 1].kind.isContainer {
      arraysOfContainers.add(isExpanded: isExpanded)
    } else {
      arraysOfScalars.add(isExpanded: isExpanded)
    }
    guard isExpanded else { return }
    sampleUnit(container, opening: opening)
    sampleCommas(container, opening: opening, closing: closing)
  }

  private mutating func sampleUnit(_ container: Int, opening: ArraySlice<UInt8>) {
    guard unit == nil, opening.contains(.lineFeed) else { return }
    let inner = opening.indentation
    let outer = document.indentation(ofLineAt: Int(document.nodes[container].start))
    if inner.count > outer.count, inner.starts(with: outer) {
      unit = Array(inner.dropFirst(outer.count))
    }
  }

  private mutating func sampleCommas(
    _ container: Int, opening: ArraySlice<UInt8>, closing: ArraySlice<UInt8>
  ) {
    guard !knowsCommas, let gap = firstGap(of: container), gap.contains(.lineFeed) else { return }
    knowsCommas = true
    guard gap.beginsLineWithComma else { return }
    let (line, outer) = (gap.lastLine, closing.indentation)
    let lead = line.starts(with: outer) ? line.dropFirst(outer.count) : line
    let hanging = opening.contains(.lineFeed) ? nil : Array(opening)
    commaFirst = .init(lead: Array(lead), hangingOpening: hanging)
    if hanging != nil { unit = unit ?? Array(repeating: .space, count: lead.count) }
  }

  private mutating func sampleSpacing(_ container: Int) {
    let nodes = document.nodes
    if nodes[container].kind == .object, colon == nil {
      colon = lineless(nodes.colon(after: container + 1))
    }
    if inlineSeparator == nil, let gap = firstGap(of: container), !gap.contains(.lineFeed) {
      inlineSeparator = Array(gap)
    }
  }

  /// Returns the bytes between the first two entries; nil if there are fewer.
  private func firstGap(of container: Int) -> ArraySlice<UInt8>? {
    let nodes = document.nodes
    let firstValue = container + (nodes[container].kind == .object ? 2 : 1)
    let second = nodes.next(after: firstValue)
    guard second < nodes.next(after: container) else { return nil }
    return document.bytes[Int(nodes[firstValue].end)..<Int(nodes[second].start)]
  }

  private func lineless(_ range: Range<Int>) -> [UInt8]? {
    let bytes = document.bytes[range]
    return bytes.contains(.lineFeed) ? nil : Array(bytes)
  }
}

extension JSONDocument {
  /// The line ending of the first line; U+000A if there is none.
  public var lineEnding: [UInt8] { bytes.lineEnding }

  /// Returns the range from the bracket to the first child of a container that isn't empty.
  fileprivate func opening(of container: Int) -> Range<Int> {
    Int(nodes[container].start) + 1..<Int(nodes[container + 1].start)
  }

  /// Returns the bytes from the last child of a container that isn't empty to the bracket.
  fileprivate func closing(of container: Int) -> ArraySlice<UInt8> {
    let bracket = Int(nodes[container].end) - 1
    let white = bytes[..<bracket].reversed().prefix { $0.isJSONWhiteSpace }
    return bytes[bracket - white.count..<bracket]
  }

  /// Returns the white space at the beginning of a line.
  /// - Complexity: O(line).
  func indentation(ofLineAt offset: Int) -> ArraySlice<UInt8> {
    let start =
      bytes[..<offset].lastIndex(of: .lineFeed).map { $0 + 1 } ?? bytes.byteOrderMarkLength
    return bytes[start...].prefix { $0 == .space || $0 == .tab }
  }
}

extension [UInt8] {
  /// The line ending of the first line; U+000A if there is none.
  var lineEnding: [UInt8] {
    guard let end = firstIndex(of: .lineFeed), end > 0, self[end - 1] == .carriageReturn
    else { return [.lineFeed] }
    return [.carriageReturn, .lineFeed]
  }
}

extension ArraySlice<UInt8> {
  /// The bytes after the last line ending.
  var lastLine: ArraySlice<UInt8> { lastIndex(of: .lineFeed).map { self[($0 + 1)...] } ?? self }

  /// The white space after the last line ending.
  var indentation: ArraySlice<UInt8> { lastLine.prefix { $0 == .space || $0 == .tab } }

  /// True if the comma between two entries is on the line of the second one.
  var beginsLineWithComma: Bool { contains(.lineFeed) && lastLine.contains(.comma) }
}
