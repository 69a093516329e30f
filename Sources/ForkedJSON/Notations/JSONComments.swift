/// A place at which a document can have comments.
public struct CommentPlace: Hashable, Comparable, Sendable {
  /// The side of a key, an element or a container on which the comments stand.
  public enum Side: UInt8, CaseIterable, Sendable {
    /// Before a member, an element or the root.
    case above
    /// After a member or an element, on its last line; after the root, to the end of the file.
    case behind
    /// Between a key and its value.
    case colon
    /// After an opening bracket, on its line.
    case opening
    /// Before a closing bracket, after the comments of the last entry.
    case closing
  }

  /// The index of the member's key, the element, or the container, among the keys and values of the document.
  public var ordinal: Int
  /// The side.
  public var side: Side

  /// Compares places by key or value, and these by side.
  public static func < (one: CommentPlace, other: CommentPlace) -> Bool {
    (one.ordinal, one.side.rawValue) < (other.ordinal, other.side.rawValue)
  }
}

/// The comments at one place, with the white space around them.
public struct CommentRun: Sendable {
  /// The bytes between the parts of the document, without the comma between two entries.
  let bytes: [UInt8]
  /// The comments, without the indentation of their lines.
  public let comments: [[UInt8]]
  /// True if the last comment reaches to the end of its line.
  let endsWithLine: Bool
  /// The number of the bytes before the comma; nil if no comma is between or beside the comments.
  var comma: Int?

  fileprivate init?(
    _ range: Range<Int>, of comments: ArraySlice<Comment>, in text: [UInt8], without comma: Int?
  ) {
    guard let last = comments.last else { return nil }
    bytes = range.filter { $0 != comma }.map { text[$0] }
    self.comments = comments.map { Self.content(of: text[$0.range]) }
    endsWithLine = last.isLine
  }

  private static func content(of comment: ArraySlice<UInt8>) -> [UInt8] {
    let lines = comment.split(separator: .lineFeed, omittingEmptySubsequences: false).map { line in
      let content = line.drop { $0.isJSONWhiteSpace }
      return content.prefix(content.count - content.reversed().prefix { $0.isJSONWhiteSpace }.count)
    }
    return Array(lines.joined(separator: [.lineFeed]))
  }
}

extension CommentRun: Equatable {
  /// Returns true if the comments are the same, however they are indented.
  public static func == (one: CommentRun, other: CommentRun) -> Bool {
    one.comments == other.comments
  }
}

/// The comments of a document, by place, and its trailing commas.
public struct JSONComments: Sendable {
  private var written: [CommentPlace: CommentRun] = [:]
  /// The containers whose last entry has a comma.
  var trailingCommas: Set<Int> = []

  /// Creates the comments of a document without any.
  public init() {}

  /// The comments at one side of a key or value.
  public subscript(node: Int, side: CommentPlace.Side) -> CommentRun? {
    get { written[CommentPlace(ordinal: node, side: side)] }
    set { written[CommentPlace(ordinal: node, side: side)] = newValue }
  }

  /// All comments, in the order of their places.
  /// - Complexity: O(n log n).
  public var runs: [(place: CommentPlace, run: CommentRun)] {
    written.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension JSONDocument {
  /// The comments of the file.
  /// - Complexity: O(bytes).
  public var comments: JSONComments {
    guard case .commented(let text) = noted else { return JSONComments() }
    return CommentReader(text).comments
  }
}

/// Assigns the comments of a file to places.
private struct CommentReader {
  let text: [UInt8]
  let nodes: NodeIndex
  private(set) var comments = JSONComments()

  init(_ commented: CommentedText) {
    text = commented.bytes
    nodes = commented.nodes
    let root = nodes.range(at: 0)
    add(
      whole: text.byteOrderMarkLength..<root.lowerBound, at: CommentPlace(ordinal: 0, side: .above))
    add(whole: root.upperBound..<text.count, at: CommentPlace(ordinal: 0, side: .behind))
    for index in nodes.indices where nodes.kind(at: index).isContainer {
      nodes.gaps(of: index).forEach { add($0) }
      if nodes.kind(at: index) == .object { addColons(of: index) }
    }
  }

  private mutating func addColons(of object: Int) {
    for key in nodes.children(of: object) {
      add(whole: nodes.colon(after: key), at: CommentPlace(ordinal: key, side: .colon))
    }
  }

  private mutating func add(whole range: Range<Int>, at place: CommentPlace) {
    let gap = CommentGap(range, in: text)
    comments[place.ordinal, place.side] = CommentRun(
      range, of: gap.comments[...], in: text, without: nil)
  }

  /// Adds the comments between two entries, or between one and a bracket.
  private mutating func add(_ place: ContainerGap) {
    let (range, container) = (place.range, place.container)
    guard range.contains(where: { !text[$0].isJSONWhiteSpace }) else { return }
    let gap = CommentGap(range, in: text)
    if place.next == nil, gap.comma != nil { comments.trailingCommas.insert(container) }
    guard !gap.comments.isEmpty else { return }
    let first = gap.first(isAfterEntry: place.before != nil, isLast: place.next == nil)
    let rest = gap.comments.dropFirst(first.count)
    if let last = first.last {
      var run = CommentRun(
        range.lowerBound..<last.range.upperBound, of: first, in: text, without: gap.comma)
      run?.comma = gap.comma.map { $0 - range.lowerBound }
      comments[place.before ?? container, place.before == nil ? .opening : .behind] = run
    }
    let start = max(first.last?.range.upperBound ?? 0, gap.startOfRest)
    comments[place.next ?? container, place.next == nil ? .closing : .above] =
      CommentRun(start..<range.upperBound, of: rest, in: text, without: gap.comma)
  }
}

/// The comments, the comma and the first line ending between two parts of a document.
private struct CommentGap {
  let range: Range<Int>
  private(set) var comments: [Comment] = []
  private(set) var comma: Int?
  private(set) var lineEnd: Int?

  init(_ range: Range<Int>, in text: [UInt8]) {
    self.range = range
    var index = range.lowerBound
    while index < range.upperBound {
      if let comment = Comment(at: index, in: text) {
        comments.append(comment)
        index = comment.range.upperBound
        continue
      }
      if text[index] == .comma { comma = index }
      if lineEnd == nil, text[index] == .lineFeed {
        lineEnd = index > range.lowerBound && text[index - 1] == .carriageReturn ? index - 1 : index
      }
      index += 1
    }
  }

  /// Returns the comments that belong to what is before them: those on its line, or before the comma on one line.
  func first(isAfterEntry: Bool, isLast: Bool) -> ArraySlice<Comment> {
    let end =
      lineEnd ?? (isAfterEntry ? (isLast ? range.upperBound : comma ?? 0) : 0)
    return comments.prefix { $0.range.lowerBound < end }
  }

  /// The offset from which on the bytes belong to what follows.
  var startOfRest: Int { lineEnd ?? comma.map { $0 + 1 } ?? range.lowerBound }
}
