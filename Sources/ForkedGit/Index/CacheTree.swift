/// The trees that git remembers for directories of the index, so that it need not write them anew.
///
/// Source: gitformat-index(5), "Cache tree".
final class CacheTree {
  private let name: [UInt8]
  private let subtrees: [[UInt8]: CacheTree]
  private let order: [[UInt8]]
  /// The number of entries and the id; nil where something changed since.
  private var known: (count: Int, id: ArraySlice<UInt8>)?

  /// Nil where the extension cannot be read: git then does without.
  convenience init?(_ content: ArraySlice<UInt8>) {
    var rest = content
    self.init(taking: &rest, depth: 0)
    if !rest.isEmpty { return nil }
  }

  private init?(taking rest: inout ArraySlice<UInt8>, depth: Int) {
    guard depth < 2048, let end = rest.firstIndex(of: 0),
      let lineEnd = rest[end...].firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let numbers = String(decoding: rest[(end + 1)..<lineEnd], as: UTF8.self)
      .split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 2, numbers[1] >= 0, numbers[1] <= rest.count else { return nil }
    name = Array(rest[rest.startIndex..<end])
    rest = rest[(lineEnd + 1)...]
    if numbers[0] >= 0 {
      guard rest.count >= ObjectID.byteCount else { return nil }
      known = (numbers[0], rest.prefix(ObjectID.byteCount))
      rest = rest.dropFirst(ObjectID.byteCount)
    }
    var (subtrees, order) = ([[UInt8]: CacheTree](), [[UInt8]]())
    for _ in 0..<numbers[1] {
      guard let subtree = CacheTree(taking: &rest, depth: depth + 1) else { return nil }
      subtrees[subtree.name] = subtree
      order.append(subtree.name)
    }
    (self.subtrees, self.order) = (subtrees, order)
  }

  /// Forgets the trees of all directories on the way to a path.
  func invalidate(_ components: ArraySlice<ArraySlice<UInt8>>) {
    known = nil
    guard let first = components.first, components.count > 0 else { return }
    subtrees[Array(first)]?.invalidate(components.dropFirst())
  }

  func serialized() -> [UInt8] {
    var bytes = name + [0] + Array("\(known?.count ?? -1) \(order.count)\n".utf8)
    if let known { bytes += known.id }
    for name in order { bytes += subtrees[name]?.serialized() ?? [] }
    return bytes
  }
}
