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
        let valueOffset = output.nodes.kind(at: index) == .object ? 1 : 0
        var child = index + 1
        for var entry in entries {
          if case .beside(let former, let own) = entry {
            besides.append((former, child))
            entry = own
          }
          if case .member(let key, _) = entry { nodes[child] = key }
          guard let value = entry.value else { continue }
          waiting.append((value, child + valueOffset))
          child = output.nodes.next(after: child + valueOffset)
        }
      }
    }
  }

  /// The number of keys and values of the output.
  public var count: Int { nodes.count }

  /// The key or value of a document that the one at an index of the output was copied from; nil for a new one.
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
    for index in output.nodes.indices {
      if output.nodes.kind(at: index).isContainer { addGaps(of: index) }
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

  private mutating func addGaps(of container: Int) {
    let node = output.nodes[container]
    let valueOffset = node.kind == .object ? 1 : 0
    var (child, before) = (container + 1, Int?.none)
    var start = Int(node.start) + 1
    while child < Int(node.next) {
      let range = output.nodes.range(at: child)
      add(Gap(container: container, before: before, next: child, range: start..<range.lowerBound))
      if valueOffset == 1, let run = comments[child, .colon] {
        replace(range.upperBound..<output.nodes.range(at: child + 1).lowerBound, by: run.bytes)
      }
      start = output.nodes.range(at: child + valueOffset).upperBound
      before = child
      child = output.nodes.next(after: child + valueOffset)
    }
    add(Gap(container: container, before: before, next: nil, range: start..<Int(node.end) - 1))
  }

  /// The bytes between two entries of a container, or between one and a bracket.
  private struct Gap {
    var container: Int
    var before: Int?
    var next: Int?
    var range: Range<Int>
  }

  private mutating func add(_ gap: Gap) {
    let first = gap.before.map { comments[$0, .behind] } ?? comments[gap.container, .opening]
    let second = gap.next.map { comments[$0, .above] } ?? comments[gap.container, .closing]
    let hasComma = gap.next == nil && gap.before != nil && comments.hasTrailingComma(gap.container)
    if let bytes = unchanged(gap, first, second, hasComma) { return replace(gap.range, by: bytes) }
    guard first != nil || second != nil || hasComma else { return }
    var white = output.bytes[gap.range]
    var comma = hasComma
    if let place = white.firstIndex(of: .comma) {
      comma = true
      white = Array(white[..<place] + white[(place + 1)...])[...]
    }
    replace(gap.range, by: bytes(first, second, comma: comma, white: white))
  }

  /// Returns the bytes of the source, if the same parts with the same comments are neighbours there.
  private func unchanged(
    _ gap: Gap, _ first: CommentRun?, _ second: CommentRun?, _ hasComma: Bool
  ) -> [UInt8]? {
    guard let neighbour = gap.next ?? gap.before, let known = print.sourceIndex(neighbour),
      let found = gap.next == nil ? source.gap(afterLast: known) : source.gap(before: known),
      found.before == nil || gap.before.flatMap(print.sourceIndex) == found.before,
      (found.before == nil) == (gap.before == nil),
      output.bytes[gap.range] == print.source.bytes[found.plain]
    else { return nil }
    let own = source.comments
    let ownFirst = found.before.map { own[$0, .behind] } ?? own[found.container, .opening]
    let ownSecond = found.next.map { own[$0, .above] } ?? own[found.container, .closing]
    let ownComma = found.next == nil && own.hasTrailingComma(found.container)
    guard first == ownFirst, second == ownSecond, hasComma == ownComma else { return nil }
    return Array(print.source.file[found.file])
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
  struct Gap {
    var container: Int
    var before: Int?
    var next: Int?
    /// The range in the bytes of the document.
    var plain: Range<Int>
    /// The range in the file.
    var file: Range<Int>
  }

  private let document: JSONDocument
  private let located: NodeIndex
  let comments: JSONComments
  /// The container of each key and element.
  private var parents: [Int32]
  /// The key or element before each one; -1 if it is the first.
  private var previous: [Int32]

  init(_ document: JSONDocument) {
    self.document = document
    if case .commented(let text) = document.noted {
      located = text.nodes
    } else {
      located = document.nodes
    }
    comments = document.comments
    parents = Array(repeating: -1, count: located.indices.count)
    previous = parents
    for container in located.indices where located.kind(at: container).isContainer {
      let valueOffset = located.kind(at: container) == .object ? 1 : 0
      var (child, before) = (container + 1, -1)
      while child < located.next(after: container) {
        parents[child] = Int32(truncatingIfNeeded: container)
        previous[child] = Int32(truncatingIfNeeded: before)
        before = child
        child = located.next(after: child + valueOffset)
      }
    }
  }

  /// The gap before a key or element; nil for other parts.
  func gap(before child: Int) -> Gap? {
    guard parents[child] >= 0 else { return nil }
    let container = Int(parents[child])
    let before = previous[child] < 0 ? nil : Int(previous[child])
    func range(_ nodes: NodeIndex) -> Range<Int> {
      start(nodes, container, before)..<nodes.range(at: child).lowerBound
    }
    return Gap(
      container: container, before: before, next: child, plain: range(document.nodes),
      file: range(located))
  }

  /// The gap after the last key or element of a container; nil for other parts.
  func gap(afterLast child: Int) -> Gap? {
    guard parents[child] >= 0 else { return nil }
    let container = Int(parents[child])
    let last = located.next(after: child + valueOffset(container))
    guard last == located.next(after: container) else { return nil }
    func range(_ nodes: NodeIndex) -> Range<Int> {
      start(nodes, container, child)..<nodes.range(at: container).upperBound - 1
    }
    return Gap(
      container: container, before: child, next: nil, plain: range(document.nodes),
      file: range(located))
  }

  private func start(_ nodes: NodeIndex, _ container: Int, _ before: Int?) -> Int {
    guard let before else { return nodes.range(at: container).lowerBound + 1 }
    return nodes.range(at: before + valueOffset(container)).upperBound
  }

  private func valueOffset(_ container: Int) -> Int {
    located.kind(at: container) == .object ? 1 : 0
  }
}
