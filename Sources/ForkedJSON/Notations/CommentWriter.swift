/// A rewriting of a document, printed without comments, to which comments can be added.
public struct PrintedRewrite {
  /// The document before the rewriting.
  public let source: JSONDocument
  /// The rewritten document, without comments.
  public let output: JSONDocument
  /// The key or value that each one was copied from.
  private var nodes: [JSONNode?]
  /// The keys and elements whose comments stand beside others, with the indices of these.
  private var besides: [(former: JSONNode, index: Int)] = []

  /// Prints a rewriting, which must have no conflicts.
  ///
  /// - Throws: an error if the output exceeds a limit, or has duplicate keys that shall be refused.
  public init(
    of source: JSONDocument, _ rewrite: JSONRewrite, duplicateKeys: JSONDuplicateKeys = .refused
  ) throws(JSONSyntaxError) {
    self.source = source
    var printer = RewritePrinter(document: source, markers: ConflictMarkers())
    output = try JSONDocument(parsing: printer.print(rewrite), duplicateKeys: duplicateKeys)
    nodes = Array(repeating: nil, count: output.nodes.indices.count)
    findOrigins(in: rewrite)
  }

  /// - Complexity: O(values).
  private mutating func findOrigins(in rewrite: JSONRewrite) {
    var waiting = [(rewrite, 0)]
    while let (rewrite, index) = waiting.popLast() {
      switch rewrite {
      case .keep(let node), .take(let node):
        for offset in 0..<output.nodes.next(after: index) - index {
          nodes[index + offset] = JSONNode(document: node.document, index: node.index + offset)
        }
      case .literal: break
      case .object(let like, let entries), .array(let like, let entries):
        nodes[index] = like
        let children = output.nodes.children(of: index)
        for (entry, child) in zip(entries, children) {
          var entry = entry
          if case .beside(let former, let own) = entry {
            besides.append((former, child))
            entry = own
          }
          if case .member(let key, _) = entry { nodes[child] = key }
          if let value = entry.value { waiting.append((value, child + children.valueOffset)) }
        }
      }
    }
  }

  /// The number of keys and values of the output.
  public var count: Int { nodes.count }

  /// Returns the key or value of a document from which the one at an index of the output was copied; nil for a new one.
  public func origin(of index: Int) -> JSONNode? { nodes[index] }

  /// The comments that the copied keys and values have in their documents.
  public var commentsOfOrigins: JSONComments {
    var known: [ObjectIdentifier: JSONComments] = [:]
    func comments(of document: JSONDocument) -> JSONComments {
      let comments = known[ObjectIdentifier(document)] ?? document.comments
      known[ObjectIdentifier(document)] = comments
      return comments
    }
    var result = JSONComments()
    for (index, origin) in nodes.enumerated() {
      guard let origin, origin.document.hasComments else { continue }
      result.copy(origin.index, of: comments(of: origin.document), to: index)
    }
    for (former, index) in besides {
      result.add(beside: former.index, of: comments(of: former.document), to: index)
    }
    return result
  }

  /// Returns the file with these comments.
  ///
  /// Between parts that are neighbours in the source, and have the same comments there, no byte changes.
  /// - Complexity: O(bytes).
  public func file(with comments: JSONComments) -> [UInt8] {
    if case .lines(let lines) = source.noted { return lines.file(of: self) }
    var writer = CommentWriter(self, comments)
    return writer.file()
  }

  /// Returns the index in the source of the part at an index of the output; nil if it is not from there.
  fileprivate func sourceIndex(_ index: Int) -> Int? {
    nodes[index].flatMap { $0.document === source ? $0.index : nil }
  }
}

extension JSONComments {
  /// True if a comma follows the last entry of a container.
  public func hasTrailingComma(_ container: Int) -> Bool { trailingCommas.contains(container) }

  /// Sets if a comma follows the last entry of a container.
  public mutating func setTrailingComma(_ container: Int, _ isThere: Bool) {
    if isThere { trailingCommas.insert(container) } else { trailingCommas.remove(container) }
  }

  /// Returns the comments that belong to what is before a gap, and to what follows it; and if a comma is in it that is
  /// the last of its container.
  fileprivate func around(
    _ gap: ContainerGap
  ) -> (first: CommentRun?, second: CommentRun?, hasComma: Bool) {
    (
      gap.before.map { self[$0, .behind] } ?? self[gap.container, .opening],
      gap.next.map { self[$0, .above] } ?? self[gap.container, .closing],
      gap.next == nil && gap.before != nil && hasTrailingComma(gap.container)
    )
  }

  /// Adds the comments beside a key or element of another document, where there are none yet.
  fileprivate mutating func add(beside node: Int, of other: JSONComments, to index: Int) {
    for side in [CommentPlace.Side.above, .behind, .colon] where self[index, side] == nil {
      self[index, side] = other[node, side]
    }
  }

  fileprivate mutating func copy(_ node: Int, of other: JSONComments, to index: Int) {
    for side in CommentPlace.Side.allCases {
      if let run = other[node, side] { self[index, side] = run }
    }
    if other.trailingCommas.contains(node) { trailingCommas.insert(index) }
  }
}

/// Writes comments into a printed document.
private struct CommentWriter {
  private let print: PrintedRewrite
  private let output: JSONDocument
  private let comments: JSONComments
  private let source: SourceGaps
  private var replacements: [(range: Range<Int>, bytes: [UInt8])] = []

  init(_ print: PrintedRewrite, _ comments: JSONComments) {
    self.print = print
    self.comments = comments
    output = print.output
    source = SourceGaps(print.source)
  }

  mutating func file() -> [UInt8] {
    addMargins()
    for index in output.nodes.indices where output.nodes.kind(at: index).isContainer {
      output.nodes.gaps(of: index).forEach { add($0) }
      if output.nodes.kind(at: index) == .object { addColons(of: index) }
    }
    replacements.sort { $0.range.lowerBound < $1.range.lowerBound }
    var result: [UInt8] = []
    result.reserveCapacity(output.bytes.count + print.source.file.count / 4)
    var end = 0
    for replacement in replacements {
      result += output.bytes[end..<replacement.range.lowerBound] + replacement.bytes
      end = replacement.range.upperBound
    }
    return result + output.bytes[end...]
  }

  private mutating func addMargins() {
    let root = output.nodes.range(at: 0)
    let start = output.bytes.byteOrderMarkLength
    if let run = comments[0, .above] { replace(start..<root.lowerBound, by: run.bytes) }
    if let run = comments[0, .behind] {
      replace(root.upperBound..<output.bytes.count, by: run.bytes)
    }
  }

  private mutating func addColons(of object: Int) {
    for key in output.nodes.children(of: object) {
      if let run = comments[key, .colon] { replace(output.nodes.colon(after: key), by: run.bytes) }
    }
  }

  private mutating func add(_ gap: ContainerGap) {
    let (first, second, hasComma) = comments.around(gap)
    if let found = source.gap(like: gap, of: print),
      output.bytes[gap.range] == print.source.bytes[found.plain.range],
      (first, second, hasComma) == source.comments.around(found.plain)
    {
      return replace(gap.range, by: Array(print.source.file[found.file.range]))
    }
    guard first != nil || second != nil || hasComma else { return }
    var white = output.bytes[gap.range]
    var comma = hasComma
    if let place = white.firstIndex(of: .comma) {
      comma = true
      white = Array(white[..<place] + white[(place + 1)...])[...]
    }
    replace(gap.range, by: bytes(first, second, comma: comma, white: white))
  }

  /// Returns the bytes of a gap: comments of what is before, and of what follows.
  private func bytes(
    _ first: CommentRun?, _ second: CommentRun?, comma: Bool, white: ArraySlice<UInt8>
  ) -> [UInt8] {
    let lineEnding = print.source.file.lineEnding
    let target = white.contains(.lineFeed) ? Array(white.indentation) : nil
    var result: [UInt8] = []
    let (before, behind) = first?.aroundComma(onOneLine: !white.contains(.lineFeed)) ?? ([], [])
    result += before + (comma ? [.comma] : []) + behind
    let needsLine = first?.endsWithLine ?? false
    guard let second else {
      let breaks = needsLine && !white.contains(.lineFeed)
      return result + (breaks ? lineEnding : []) + white
    }
    var text = second.bytes(indented: target)
    let ownLine = text.prefix { $0.isJSONWhiteSpace }.contains(.lineFeed)
    if !ownLine, target != nil || needsLine {
      text = Array(text.drop { $0.isJSONWhiteSpace })
      result += target == nil ? lineEnding : Array(white)
    }
    return result + text
      + (second.endsWithLine && !text.hasLineAfterComment ? lineEnding + (target ?? []) : [])
  }

  private mutating func replace(_ range: Range<Int>, by bytes: [UInt8]) {
    guard output.bytes[range] != bytes[...] else { return }
    replacements.append((range, bytes))
  }
}

extension CommentRun {
  /// Returns the bytes before and behind a comma: as it was, or else behind the comments on one line, and before them on
  /// several.
  fileprivate func aroundComma(onOneLine: Bool) -> (
    before: ArraySlice<UInt8>, behind: ArraySlice<UInt8>
  ) {
    let usual = onOneLine && !endsWithLine ? bytes.count : 0
    let place = min(comma ?? usual, bytes.count)
    let isInComment = endsWithLine && place == bytes.count
    return isInComment ? ([], bytes[...]) : (bytes[..<place], bytes[place...])
  }

  /// Returns the bytes with the lines indented for another place.
  fileprivate func bytes(indented target: [UInt8]?) -> [UInt8] {
    guard let target, bytes.contains(.lineFeed) else { return bytes }
    let own = Array(bytes[...].indentation)
    guard own != target else { return bytes }
    var result: [UInt8] = []
    for (index, line) in bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { result.append(.lineFeed) }
      if index > 0, line.starts(with: own), !(line.isEmpty) {
        result += target + line.dropFirst(own.count)
      } else {
        result += line
      }
    }
    return result
  }
}

extension [UInt8] {
  /// True if the white space at the end has a line ending.
  fileprivate var hasLineAfterComment: Bool {
    reversed().prefix { $0.isJSONWhiteSpace }.contains(.lineFeed)
  }
}

/// The bytes between the parts of a source, with and without comments.
private struct SourceGaps {
  typealias Gap = (plain: ContainerGap, file: ContainerGap)

  let comments: JSONComments
  /// The gap before each key and element.
  private var gapsBefore: [Int: Gap] = [:]
  /// The gap after the last key or element of each container.
  private var gapsAfter: [Int: Gap] = [:]

  init(_ document: JSONDocument) {
    comments = document.comments
    let nodes = document.nodes
    let located = if case .commented(let text) = document.noted { text.nodes } else { nodes }
    for container in nodes.indices where nodes.kind(at: container).isContainer {
      for gap in zip(nodes.gaps(of: container), located.gaps(of: container)) {
        if let next = gap.0.next {
          gapsBefore[next] = gap
        } else if let last = gap.0.before {
          gapsAfter[last] = gap
        }
      }
    }
  }

  /// Returns the gap between the parts that those around a gap of the output were copied from; nil if they are not
  /// neighbours in the source.
  func gap(like gap: ContainerGap, of print: PrintedRewrite) -> Gap? {
    let found =
      if let next = gap.next {
        print.sourceIndex(next).flatMap { gapsBefore[$0] }
      } else {
        gap.before.flatMap(print.sourceIndex).flatMap { gapsAfter[$0] }
      }
    guard let found, (found.plain.before == nil) == (gap.before == nil),
      found.plain.before == gap.before.flatMap(print.sourceIndex)
    else { return nil }
    return found
  }
}
