/// How a document is laid out, as far as its first values show it.
struct DocumentStyle {
  /// What ends a line.
  var lineEnding: [UInt8] = [.lineFeed]
  /// Whether the root value takes more than one line.
  var isMultiLine = false
  /// What each level of nesting adds to the indentation.
  var unit: [UInt8] = [.space, .space]
  /// From a key to its value.
  var colon: [UInt8] = [.colon]
  /// Between two entries on one line.
  var inlineSeparator: [UInt8] = [.comma]
  /// Whether what isn't empty takes several lines.
  var expandsObjects = true
  var expandsArraysOfScalars = true
  var expandsArraysOfContainers = true

  private static let sampledNodes = 2000

  /// The style of the document. Complexity: O(bytes up to its first line ending, and of 2000 values).
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

  /// A text that is an empty container or a scalar says no more than whether it has a line to itself.
  private mutating func adoptWithoutEvidence(finalLineEnding: Bool) {
    isMultiLine = finalLineEnding
    guard finalLineEnding else { return }
    colon = [.colon, .space]
    inlineSeparator = [.comma, .space]
  }

  private mutating func adopt(_ sample: SpacingSample) {
    unit = sample.unit ?? []
    colon = sample.colon ?? (isMultiLine ? [.colon, .space] : [.colon])
    inlineSeparator =
      sample.inlineSeparator ?? (colon.last == .space ? [.comma, .space] : [.comma])
    guard isMultiLine else { return }
    expandsObjects = sample.objects.expands ?? true
    expandsArraysOfContainers = sample.arraysOfContainers.expands ?? expandsObjects
    expandsArraysOfScalars = sample.arraysOfScalars.expands ?? expandsArraysOfContainers
  }
}

/// What the first values of a document show of its white space.
private struct SpacingSample {
  struct Tally {
    var expanded = 0
    var inline = 0
    var expands: Bool? { expanded + inline == 0 ? nil : expanded >= inline }
  }

  var unit: [UInt8]?
  var colon: [UInt8]?
  var inlineSeparator: [UInt8]?
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
    let keyPath: WritableKeyPath<Self, Tally>
    if document.nodes[container].kind == .object {
      keyPath = \.objects
    } else if document.nodes[container + 1].kind.isContainer {
      keyPath = \.arraysOfContainers
    } else {
      keyPath = \.arraysOfScalars
    }
    guard opening.contains(.lineFeed) else { return self[keyPath: keyPath].inline += 1 }
    self[keyPath: keyPath].expanded += 1
    sampleUnit(container, opening: opening)
  }

  private mutating func sampleUnit(_ container: Int, opening: ArraySlice<UInt8>) {
    guard unit == nil else { return }
    let inner = opening.indentation
    let outer = document.indentation(ofLineAt: Int(document.nodes[container].start))
    if inner.count > outer.count, inner.starts(with: outer) {
      unit = Array(inner.dropFirst(outer.count))
    }
  }

  private mutating func sampleSpacing(_ container: Int) {
    let nodes = document.nodes
    let isObject = nodes[container].kind == .object
    let firstValue = container + (isObject ? 2 : 1)
    if isObject, colon == nil {
      colon = lineless(Int(nodes[container + 1].end)..<Int(nodes[firstValue].start))
    }
    let second = nodes.next(after: firstValue)
    if inlineSeparator == nil, second < nodes.next(after: container) {
      inlineSeparator = lineless(Int(nodes[firstValue].end)..<Int(nodes[second].start))
    }
  }

  private func lineless(_ range: Range<Int>) -> [UInt8]? {
    let bytes = document.bytes[range]
    return bytes.contains(.lineFeed) ? nil : Array(bytes)
  }
}

extension JSONDocument {
  /// That of the first line; U+000A where there is but one line.
  fileprivate var lineEnding: [UInt8] {
    guard let end = bytes.firstIndex(of: .lineFeed), end > 0, bytes[end - 1] == .carriageReturn
    else { return [.lineFeed] }
    return [.carriageReturn, .lineFeed]
  }

  /// From behind the bracket to the first child of a container that isn't empty.
  fileprivate func opening(of container: Int) -> Range<Int> {
    Int(nodes[container].start) + 1..<Int(nodes[container + 1].start)
  }

  /// The white space that the line begins with. Complexity: O(line).
  func indentation(ofLineAt offset: Int) -> ArraySlice<UInt8> {
    let start =
      bytes[..<offset].lastIndex(of: .lineFeed).map { $0 + 1 } ?? bytes.byteOrderMarkLength
    return bytes[start...].prefix { $0 == .space || $0 == .tab }
  }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
  /// What stands behind the last line ending.
  var indentation: SubSequence {
    lastIndex(of: .lineFeed).map { self[index(after: $0)...] } ?? self[endIndex...]
  }
}
