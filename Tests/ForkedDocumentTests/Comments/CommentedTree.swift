import ForkedTestSupport

/// A random document with comments, each of which names the member or element that it belongs to.
struct CommentedTree {
  struct Entry {
    /// The key of a member, the `id` of an element that is an object, or the string that an element is.
    var owner: String
    var isMember: Bool
    var value: Value
    /// The key that a side gave it, which begins with the owner; nil for the owner.
    var newKey: String?
    var above: [String] = []
    var behind: [String] = []
    var colon: String?
  }

  indirect enum Value {
    case scalar(Int)
    case container(Container)
    /// The element that its owner names.
    case owner
  }

  struct Container {
    var isObject: Bool
    var isInline = false
    var entries: [Entry]
    var opening: [String] = []
    var closing: [String] = []
    /// The id of an element.
    var id: String?
  }

  var root: Container
  var header: [String] = []
  var footer: [String] = []
}

/// The formatting of a version.
struct CommentedStyle {
  var indent: String
  var lineEnding: String
  var hasTrailingCommas: Bool
  /// The key of the elements' ids.
  var idKey = "id"

  init(_ random: inout SeededGenerator) {
    indent = random.pick(["  ", "    ", "\t"])
    lineEnding = random.oneIn(5) ? "\r\n" : "\n"
    hasTrailingCommas = random.oneIn(3)
  }
}

/// Makes random trees and edits them.
struct CommentedTreeGenerator {
  var random: SeededGenerator
  private var next = 0

  init(seed: UInt64) { random = SeededGenerator(drawnFrom: seed) }

  mutating func tree() -> CommentedTree {
    var tree = CommentedTree(root: container(owner: "root", depth: 0, isObject: true))
    tree.header = comments("root", 4)
    tree.footer = comments("root", 6)
    return tree
  }

  private mutating func number() -> Int {
    next += 1
    return next
  }

  private mutating func comments(_ owner: String, _ rarity: Int) -> [String] {
    guard random.oneIn(rarity) else { return [] }
    return (0...random.below(2)).map { _ in "\(owner):\(number())" }
  }

  private mutating func container(owner: String, depth: Int, isObject: Bool)
    -> CommentedTree
    .Container
  {
    var container = CommentedTree.Container(isObject: isObject, entries: [])
    let holdsObjects = depth < 3 && random.oneIn(2)
    container.isInline = !isObject && !holdsObjects && random.oneIn(2)
    for _ in 0..<random.below(depth == 0 ? 7 : 4) + (depth == 0 ? 1 : 0) {
      container.entries.append(entry(isMember: isObject, depth, holdsObjects))
    }
    if !container.isInline {
      container.opening = Array(comments(owner, 6).prefix(1))
      container.closing = comments(owner, 8)
    }
    return container
  }

  private mutating func entry(isMember: Bool, _ depth: Int, _ holdsObjects: Bool)
    -> CommentedTree.Entry
  {
    let owner = (isMember ? "k" : holdsObjects ? "e" : "s") + String(number())
    var entry = CommentedTree.Entry(owner: owner, isMember: isMember, value: .scalar(number()))
    if isMember {
      if depth < 3, random.oneIn(3) {
        entry.value = .container(
          container(owner: owner, depth: depth + 1, isObject: random.oneIn(2)))
      }
    } else if holdsObjects {
      var object = container(owner: owner, depth: depth + 1, isObject: true)
      object.id = owner
      entry.value = .container(object)
    } else {
      entry.value = .owner
    }
    entry.above = comments(owner, 4)
    entry.behind = Array(comments(owner, 4).prefix(1))
    if isMember { entry.colon = comments(owner, 12).first }
    return entry
  }

  mutating func edited(_ tree: CommentedTree, times: Int) -> CommentedTree {
    var tree = tree
    for _ in 0..<times {
      if random.oneIn(15) {
        tree.header = edited(tree.header, of: "root", most: 3)
      } else {
        edit(&tree.root, owner: "root", depth: 0)
      }
    }
    return tree
  }

  private mutating func edited(_ comments: [String], of owner: String, most: Int) -> [String] {
    var comments = comments
    if comments.isEmpty || comments.count < most && random.oneIn(2) {
      comments.insert("\(owner):\(number())", at: random.below(comments.count + 1))
    } else if random.oneIn(3) {
      comments.remove(at: random.below(comments.count))
    } else {
      comments[random.below(comments.count)] = "\(owner):\(number())"
    }
    return comments
  }

  private mutating func edit(_ container: inout CommentedTree.Container, owner: String, depth: Int)
  {
    let count = container.entries.count
    let index = random.below(count)
    if count > 0, random.chance(70), case .container(var inner) = container.entries[index].value {
      edit(&inner, owner: container.entries[index].owner, depth: depth + 1)
      container.entries[index].value = .container(inner)
      return
    }
    switch random.below(count == 0 ? 1 : 9) {
    case 0:
      let holdsObjects = container.entries.contains { $0.owner.hasPrefix("e") }
      let new = entry(isMember: container.isObject, depth, holdsObjects)
      container.entries.insert(new, at: random.below(count + 1))
    case 1: container.entries.remove(at: index)
    case 2: container.entries.insert(container.entries.remove(at: index), at: random.below(count))
    case 8 where container.entries[index].mayBeRenamed:
      container.entries[index].newKey = "\(container.entries[index].owner)_\(number())"
    case 3 where !container.isInline:
      container.closing = edited(container.closing, of: owner, most: 2)
    case 4: editComments(of: &container.entries[index], isInline: container.isInline)
    default:
      if case .scalar = container.entries[index].value {
        container.entries[index].value = .scalar(number())
      } else {
        editComments(of: &container.entries[index], isInline: container.isInline)
      }
    }
  }

  private mutating func editComments(of entry: inout CommentedTree.Entry, isInline: Bool) {
    if random.oneIn(2) {
      entry.above = edited(entry.above, of: entry.owner, most: 3)
    } else {
      entry.behind = edited(entry.behind, of: entry.owner, most: 1)
    }
  }
}

extension CommentedTree.Entry {
  /// True if its values tell what it is under another key.
  fileprivate var mayBeRenamed: Bool {
    guard isMember, case .container(let container) = value else { return false }
    return container.entries.count { if case .container = $0.value { false } else { true } } >= 2
  }
}

extension CommentedTree {
  /// The new keys, by owner.
  var newKeys: [String: String] {
    var result: [String: String] = [:]
    func add(_ container: Container) {
      for entry in container.entries {
        result[entry.owner] = entry.newKey
        if case .container(let inner) = entry.value { add(inner) }
      }
    }
    add(root)
    return result
  }

  /// The text in a style.
  func text(_ style: CommentedStyle) -> String {
    var printer = CommentedPrinter(style: style)
    for comment in header { printer.text += printer.comment(comment, "") + style.lineEnding }
    printer.print(root, "")
    printer.text += style.lineEnding
    for comment in footer { printer.text += printer.comment(comment, "") + style.lineEnding }
    return printer.text
  }

  /// The numbers of the comments, by owner; an owner without comments has none.
  var comments: [String: Set<String>] {
    var result = ["root": Set(header + footer)]
    func add(_ container: Container, _ owner: String) {
      result[owner, default: []].formUnion(container.opening + container.closing)
      for entry in container.entries {
        result[entry.owner, default: []]
          .formUnion(entry.above + entry.behind + (entry.colon.map { [$0] } ?? []))
        if case .container(let inner) = entry.value { add(inner, entry.owner) }
      }
    }
    add(root, "root")
    return result
  }
}

private struct CommentedPrinter {
  let style: CommentedStyle
  var text = ""

  /// The number of a comment decides its form.
  func comment(_ comment: String, _ indent: String, isBlock: Bool = false) -> String {
    let number = Int(comment.drop { $0 != ":" }.dropFirst()) ?? 0
    switch number % 5 {
    case 0 where !isBlock: return "/* \(comment)\(style.lineEnding)\(indent) * more */"
    case 1, 2: return "/* \(comment) */"
    default: return isBlock ? "/* \(comment) */" : "// \(comment)"
    }
  }

  mutating func print(_ container: CommentedTree.Container, _ indent: String) {
    container.isInline ? printInline(container) : printLines(container, indent)
  }

  private mutating func printInline(_ container: CommentedTree.Container) {
    text += "["
    for (index, entry) in container.entries.enumerated() {
      if index > 0 { text += ", " }
      for comment in entry.above { text += self.comment(comment, "", isBlock: true) + " " }
      text += "\"\(entry.owner)\""
      for comment in entry.behind { text += " " + self.comment(comment, "", isBlock: true) }
    }
    text += "]"
  }

  private mutating func printLines(_ container: CommentedTree.Container, _ indent: String) {
    let (inner, newLine) = (indent + style.indent, style.lineEnding)
    text += container.isObject ? "{" : "["
    for comment in container.opening { text += " " + self.comment(comment, inner) }
    if let id = container.id {
      text +=
        "\(newLine)\(inner)\"\(style.idKey)\": \"\(id)\"\(container.entries.isEmpty ? "" : ",")"
    }
    for (index, entry) in container.entries.enumerated() {
      for comment in entry.above { text += newLine + inner + self.comment(comment, inner) }
      text += newLine + inner
      if entry.isMember {
        let colon = entry.colon.map { " " + self.comment($0, inner, isBlock: true) } ?? ""
        text += "\"\(entry.newKey ?? entry.owner)\":\(colon) "
      }
      switch entry.value {
      case .scalar(let number): text += String(number)
      case .owner: text += "\"\(entry.owner)\""
      case .container(let container): print(container, inner)
      }
      if index + 1 < container.entries.count || style.hasTrailingCommas { text += "," }
      for comment in entry.behind { text += " " + self.comment(comment, inner) }
    }
    for comment in container.closing { text += newLine + inner + self.comment(comment, inner) }
    let isBare =
      container.entries.isEmpty && container.id == nil
      && (container.opening + container.closing).isEmpty
    text += (isBare ? "" : newLine + indent) + (container.isObject ? "}" : "]")
  }
}
