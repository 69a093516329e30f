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

    /// True for the comments within a container, which belong to a value and not to its key.
    public var isInside: Bool { self == .opening || self == .closing }
  }

  /// The index of the member's key, the element, or the container, among the keys and values of the document.
  public var ordinal: Int
  /// The side.
  public var side: Side

  /// Creates a place.
  public init(ordinal: Int, side: Side) {
    self.ordinal = ordinal
    self.side = side
  }

  /// Compares places by key or value, and these by side.
  public static func < (one: CommentPlace, other: CommentPlace) -> Bool {
    (one.ordinal, one.side.rawValue) < (other.ordinal, other.side.rawValue)
  }
}

/// The comments at one place, with the white space around them.
public struct CommentRun: Sendable {
  /// The bytes between the parts of the document, without the comma between two entries.
  let bytes: [UInt8]
  /// True if the last comment reaches to the end of its line.
  let endsWithLine: Bool
  /// The number of the bytes before the comma; nil if no comma is between or beside the comments.
  var comma: Int?

  fileprivate init?(
    _ range: Range<Int>, of comments: ArraySlice<Comment>, in text: [UInt8], without comma: Int?
  ) {
    guard let last = comments.last else { return nil }
    var bytes = Array(text[range])
    if let comma, range.contains(comma) { bytes.remove(at: comma - range.lowerBound) }
    self.bytes = bytes
    endsWithLine = last.isLine
  }

  /// The comments, without the indentation of their lines.
  /// - Complexity: O(bytes).
  public var comments: [[UInt8]] {
    CommentGap(bytes.indices, in: bytes).comments.map { Self.content(of: bytes[$0.range]) }
  }

  private static func content(of comment: ArraySlice<UInt8>) -> [UInt8] {
    var content: [UInt8] = []
    func endLine() {
      while let last = content.last, last.isJSONWhiteSpace, last != .lineFeed {
        content.removeLast()
      }
    }
    for byte in comment {
      if byte == .lineFeed {
        endLine()
      } else if byte.isJSONWhiteSpace, content.last == .lineFeed {
        continue
      }
      content.append(byte)
    }
    endLine()
    return content
  }
}

extension CommentRun: Equatable {
  /// Returns true if the comments are the same, however they are indented.
  public static func == (one: CommentRun, other: CommentRun) -> Bool {
    one.bytes == other.bytes || one.comments == other.comments
  }
}

/// The comments of a document, by place, and its trailing commas.
public struct JSONComments: Sendable {
  /// All comments, in the order of their places.
  public let runs: [(place: CommentPlace, run: CommentRun)]
  /// The containers whose last entry has a comma.
  public let trailingCommas: Set<Int>
  /// The number of runs before each key or value, up to the one behind the last that has comments.
  private let starts: [UInt32]

  /// Creates the comments of a document, by default none.
  /// - Complexity: O(values), and O(n log n) for n runs in another order.
  public init(
    _ runs: [(place: CommentPlace, run: CommentRun)] = [], trailingCommas: Set<Int> = []
  ) {
    let sorted = runs.sorted { $0.place < $1.place }
    var starts: [UInt32] = []
    for (index, run) in sorted.enumerated() {
      while starts.count <= run.place.ordinal { starts.append(UInt32(truncatingIfNeeded: index)) }
    }
    self.starts = starts + [UInt32(truncatingIfNeeded: sorted.count)]
    self.runs = sorted
    self.trailingCommas = trailingCommas
  }

  /// Returns the comments of a key or value.
  func runs(of node: Int) -> ArraySlice<(place: CommentPlace, run: CommentRun)> {
    node + 1 < starts.count ? runs[Int(starts[node])..<Int(starts[node + 1])] : []
  }

  /// The comments at one side of a key or value.
  public subscript(node: Int, side: CommentPlace.Side) -> CommentRun? {
    runs(of: node).first { $0.place.side == side }?.run
  }
}

extension JSONDocument {
  /// The comments of the file.
  /// - Complexity: O(bytes).
  public var comments: JSONComments {
    guard case .commented(let text) = noted else { return JSONComments() }
    let reader = CommentReader(text)
    return JSONComments(reader.runs, trailingCommas: reader.trailingCommas)
  }
}

/// Assigns the comments of a file to places.
private struct CommentReader {
  let text: [UInt8]
  let nodes: NodeIndex
  private(set) var runs: [(place: CommentPlace, run: CommentRun)] = []
  private(set) var trailingCommas: Set<Int> = []

  init(_ commented: CommentedText) {
    text = commented.bytes
    nodes = commented.nodes
    let root = nodes.range(at: 0)
    add(
      whole: text.byteOrderMarkLength..<root.lowerBound, at: CommentPlace(ordinal: 0, side: .above))
    add(whole: root.upperBound..<text.count, at: CommentPlace(ordinal: 0, side: .behind))
    nodes.forEachGap({ add($0) }) { key in
      add(whole: nodes.colon(after: key), at: CommentPlace(ordinal: key, side: .colon))
    }
  }

  private mutating func add(whole range: Range<Int>, at place: CommentPlace) {
    let gap = CommentGap(range, in: text)
    add(CommentRun(range, of: gap.comments[...], in: text, without: nil), at: place)
  }

  private mutating func add(_ run: CommentRun?, at place: CommentPlace) {
    if let run { runs.append((place, run)) }
  }

  /// Adds the comments between two entries, or between one and a bracket.
  private mutating func add(_ place: ContainerGap) {
    let (range, container) = (nodes.range(of: place), place.container)
    guard range.contains(where: { !text[$0].isJSONWhiteSpace }) else { return }
    let gap = CommentGap(range, in: text)
    if place.next == nil, gap.comma != nil { trailingCommas.insert(container) }
    guard !gap.comments.isEmpty else { return }
    let first = gap.first(isAfterEntry: place.before != nil, isLast: place.next == nil)
    let rest = gap.comments.dropFirst(first.count)
    if let last = first.last {
      var run = CommentRun(
        range.lowerBound..<last.range.upperBound, of: first, in: text, without: gap.comma)
      run?.comma = gap.comma.map { $0 - range.lowerBound }
      add(
        run,
        at: CommentPlace(
          ordinal: place.before ?? container, side: place.before == nil ? .opening : .behind))
    }
    let start = max(first.last?.range.upperBound ?? 0, gap.startOfRest)
    add(
      CommentRun(start..<range.upperBound, of: rest, in: text, without: gap.comma),
      at: CommentPlace(
        ordinal: place.next ?? container, side: place.next == nil ? .closing : .above))
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
