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
    var runs: [(place: CommentPlace, run: CommentRun)] = []
    var trailingCommas: Set<Int> = []
    func copy(_ former: JSONNode, to index: Int, where isCopied: (CommentPlace.Side) -> Bool) {
      for (place, run) in comments(of: former.document).runs(of: former.index)
      where isCopied(place.side) {
        runs.append((CommentPlace(ordinal: index, side: place.side), run))
      }
    }
    for (index, origin) in nodes.enumerated() {
      guard let origin, origin.document.hasComments else { continue }
      copy(origin, to: index) { _ in true }
      let commas = comments(of: origin.document).trailingCommas
      if commas.contains(origin.index) { trailingCommas.insert(index) }
    }
    let own = JSONComments(runs)
    for (former, index) in besides {
      copy(former, to: index) { !$0.isInside && own[index, $0] == nil }
    }
    return JSONComments(runs, trailingCommas: trailingCommas)
  }

  /// Returns the file with these comments.
  ///
  /// Between parts that are neighbours in the source, and have the same comments there, no byte changes.
  /// - Parameter former: the comments of the source.
  /// - Complexity: O(bytes).
  public func file(with comments: JSONComments, former: JSONComments) -> [UInt8] {
    if case .lines(let lines) = source.noted { return lines.file(of: self) }
    var writer = CommentWriter(self, comments, former: former)
    return writer.file()
  }

  /// Returns the index in the source of the part at an index of the output; nil if it is not from there.
  fileprivate func sourceIndex(_ index: Int) -> Int? {
    nodes[index].flatMap { $0.document === source ? $0.index : nil }
  }
}

extension JSONComments {
  /// Returns the comments that belong to what is before a gap, and to what follows it; and if a comma is in it that is
  /// the last of its container.
  fileprivate func around(
    _ gap: ContainerGap
  ) -> (first: CommentRun?, second: CommentRun?, hasComma: Bool) {
    (
      gap.before.map { self[$0, .behind] } ?? self[gap.container, .opening],
      gap.next.map { self[$0, .above] } ?? self[gap.container, .closing],
      gap.next == nil && gap.before != nil && trailingCommas.contains(gap.container)
    )
  }
}

/// Writes comments into a printed document.
private struct CommentWriter {
  private let print: PrintedRewrite
  private let output: JSONDocument
  private let comments: JSONComments
  private let former: JSONComments
  /// The containers of the source's keys and values.
  private let containers: JSONPointerIndex
  private var replacements: [(range: Range<Int>, bytes: ArraySlice<UInt8>)] = []

  init(_ print: PrintedRewrite, _ comments: JSONComments, former: JSONComments) {
    self.print = print
    self.comments = comments
    self.former = former
    output = print.output
    containers = JSONPointerIndex(print.source)
  }

  mutating func file() -> [UInt8] {
    addMargins()
    output.nodes.forEachGap({ add($0) }) { key in
      if let run = comments[key, .colon] {
        replace(output.nodes.colon(after: key), by: run.bytes[...])
      }
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
    if let run = comments[0, .above] { replace(start..<root.lowerBound, by: run.bytes[...]) }
    if let run = comments[0, .behind] {
      replace(root.upperBound..<output.bytes.count, by: run.bytes[...])
    }
  }

  private mutating func add(_ gap: ContainerGap) {
    let range = output.nodes.range(of: gap)
    let (first, second, hasComma) = comments.around(gap)
    if let found = sourceGap(like: gap),
      output.bytes[range] == print.source.bytes[print.source.nodes.range(of: found)],
      (first, second, hasComma) == former.around(found)
    {
      return replace(range, by: print.source.file[print.source.nodesOfFile.range(of: found)])
    }
    guard first != nil || second != nil || hasComma else { return }
    var white = output.bytes[range]
    var comma = hasComma
    if let place = white.firstIndex(of: .comma) {
      comma = true
      white = Array(white[..<place] + white[(place + 1)...])[...]
    }
    replace(range, by: bytes(first, second, comma: comma, white: white)[...])
  }

  /// Returns the gap between the parts that those around a gap of the output were copied from; nil if they are not
  /// neighbours in the source.
  private func sourceGap(like gap: ContainerGap) -> ContainerGap? {
    let nodes = print.source.nodes
    let (before, next) = (
      gap.before.flatMap(print.sourceIndex), gap.next.flatMap(print.sourceIndex)
    )
    guard (before == nil) == (gap.before == nil), (next == nil) == (gap.next == nil),
      let container = (next ?? before).map(containers.container(of:)),
      nodes.kind(at: container) == output.nodes.kind(at: gap.container)
    else { return nil }
    let valueOffset = nodes.kind(at: container) == .object ? 1 : 0
    let behind = before.map { nodes.next(after: $0 + valueOffset) } ?? container + 1
    guard behind == next ?? nodes.next(after: container),
      before.map(containers.container(of:)) ?? container == container
    else { return nil }
    return ContainerGap(container: container, before: before, next: next)
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

  private mutating func replace(_ range: Range<Int>, by bytes: ArraySlice<UInt8>) {
    guard output.bytes[range] != bytes else { return }
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

extension JSONDocument {
  /// The values of the file, with their offsets in it.
  fileprivate var nodesOfFile: NodeIndex {
    if case .commented(let text) = noted { text.nodes } else { nodes }
  }
}
