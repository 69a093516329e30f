/// Prints a rewriting of a document: kept parts byte for byte, new parts in the formatting around them.
///
/// Containers that are being printed are in a list of frames, so nesting takes no stack.
struct RewritePrinter {
  let document: JSONDocument
  private let markers: ConflictMarkers
  private(set) var style: DocumentStyle
  var output: [UInt8] = []
  private var frames: [Frame] = []
  /// A range of bytes without a line ending, up to the next one.
  private var lineless: (document: JSONDocument, range: Range<Int>)
  private var styles: [ObjectIdentifier: DocumentStyle] = [:]

  init(document: JSONDocument, markers: ConflictMarkers) {
    self.document = document
    self.markers = markers
    style = DocumentStyle(of: document)
    lineless = (document, 0..<0)
  }

  /// Prints the whole text.
  mutating func print(_ root: JSONRewrite) -> [UInt8] {
    let range = document.root.range
    output.reserveCapacity(document.bytes.count + document.bytes.count / 8)
    output += document.bytes[..<range.lowerBound]
    let indent = Array(document.indentation(ofLineAt: range.lowerBound))
    adoptStyle(of: root)
    let isHome = root.sourceNode?.isIdentical(to: document.root) ?? false
    let place = Place(indent: indent, isOneLine: !style.isMultiLine, isHome: isHome)
    print(root, at: place)
    while !frames.isEmpty { printNextPiece() }
    output += document.bytes[range.upperBound...]
    return output
  }

  /// Adopts the formatting of the value that replaces the root, if the document has none to imitate.
  private mutating func adoptStyle(of root: JSONRewrite) {
    switch root {
    case .take(let node), .keep(let node):
      if document.root.count == 0 { style = style(of: node.document) }
    case .literal, .object, .array: break
    }
  }

  private mutating func print(_ rewrite: JSONRewrite, at place: Place) {
    switch rewrite {
    case .keep(let node):
      if place.isHome, node.document === document {
        output += node.bytes
      } else {
        take(node, at: place)
      }
    case .take(let node): take(node, at: place)
    case .literal(let bytes): output += bytes
    case .object(let like, let entries): open(.object, like, entries, at: place)
    case .array(let like, let entries): open(.array, like, entries, at: place)
    }
  }

  private mutating func open(
    _ kind: JSONKind, _ like: JSONNode, _ entries: [JSONRewrite.Entry], at place: Place
  ) {
    let isHome = place.isHome && like.document === document && like.kind == kind
    guard !entries.isEmpty else {
      let staysEmpty = isHome && like.count == 0
      output += staysEmpty ? like.bytes : kind.emptyText[...]
      return
    }
    let keepsLayout = isHome && like.count > 0
    let isOneLine = place.isOneLine || staysOneLine(like)
    let layout =
      keepsLayout
      ? ContainerLayout(of: like, style: style)
      : ContainerLayout(
        new: kind, style: style, indent: place.indent,
        isExpanded: !isOneLine && (isMultiLine(like) || style.expands(kind, entries)))
    output.append(kind.brackets.open)
    frames.append(
      Frame(
        layout: layout, isOneLine: isOneLine, isHome: isHome,
        hasOneLineChildren: keepsLayout && hasOneLineElements(like), outerIndent: place.indent,
        indent: layout.entryIndent ?? place.indent,
        pieces: EntryPlan(entries, layout: layout).pieces))
  }

  /// Returns true if a container stays on one line, which is evidence only in a document with several lines.
  private mutating func staysOneLine(_ like: JSONNode) -> Bool {
    like.count > 0 && !isMultiLine(like) && style(of: like.document).isMultiLine
  }

  /// Returns true if an array's first container, which is imitated by others, takes one line.
  private mutating func hasOneLineElements(_ array: JSONNode) -> Bool {
    array.elements.first { $0.count > 0 }.map { !isMultiLine($0) } ?? false
  }

  /// Returns true if the bytes contain a line ending. Containers that begin on one line are searched once together.
  private mutating func isMultiLine(_ node: JSONNode) -> Bool {
    let start = node.range.lowerBound
    if lineless.document !== node.document || !lineless.range.contains(start) {
      let end = node.document.bytes[start...].firstIndex(of: .lineFeed)
      lineless = (node.document, start..<(end ?? node.document.bytes.count))
    }
    return lineless.range.upperBound < node.range.upperBound
  }

  private mutating func printNextPiece() {
    let top = frames.count - 1
    guard frames[top].next < frames[top].pieces.count else { return close(frames.removeLast()) }
    let piece = frames[top].pieces[frames[top].next]
    frames[top].next += 1
    switch piece {
    case .entry(let planned):
      output += frames[top].lead(to: planned)
      frames[top].previous = .entry(planned.comma)
      print(planned, in: top)
    case .marker(let marker):
      breakLine(after: frames[top].previous)
      output += markers.line(of: marker)
      output += style.lineEnding
      frames[top].previous = .marker
    }
  }

  private mutating func print(_ planned: EntryPlan.Planned, in frame: Int) {
    let layout = frames[frame].layout
    switch planned.content {
    case .children(let places):
      output += layout.bytes(of: places)
      if let last = places.dropFirst().last {
        frames[frame].followIndentation(of: layout.gap(before: last))
      }
    case .entry(let entry):
      let place = Place(
        indent: frames[frame].indent, isOneLine: frames[frame].isOneLine,
        hasOneLineSiblings: frames[frame].hasOneLineChildren,
        isHome: frames[frame].isHome(entry, at: planned.place))
      print(entry, layout: layout, at: place)
    }
  }

  private mutating func print(
    _ entry: JSONRewrite.Entry, layout: ContainerLayout, at place: Place
  ) {
    switch entry {
    case .member(let key, let value):
      output += key.bytes
      printColon(of: key, before: value, layout: layout, at: place)
      print(value, at: place)
    case .newMember(let key, let value):
      key.appendLiteral(to: &output)
      output += layout.colon
      print(value, at: place)
    case .element(let value): print(value, at: place)
    case .beside(_, let entry): print(entry, layout: layout, at: place)
    case .conflict: break
    }
  }

  /// Prints a colon; a container of another document begins its own line if it did so there.
  private mutating func printColon(
    of key: JSONNode, before value: JSONRewrite, layout: ContainerLayout, at place: Place
  ) {
    let colon = key.colon
    let behind = colon.drop { $0 != .colon }
    if key.document === document {
      output += colon
    } else if case .take(let node) = value, !place.isOneLine, node.isMultiLine,
      behind.contains(.lineFeed)
    {
      let line = colon.prefix { $0 != .lineFeed && $0 != .carriageReturn }
      output += line.contains(.colon) ? line : [.colon]
      output += style.lineEnding + place.indent
    } else {
      output += layout.colon(of: key)
    }
  }

  /// Begins a line for a marker, which replaces the separator.
  private mutating func breakLine(after previous: Frame.Previous) {
    switch previous {
    case .start: output += style.lineEnding
    case .entry(let comma):
      if comma == .behind { output.append(.comma) }
      output += style.lineEnding
    case .marker: break
    }
  }

  private mutating func close(_ frame: Frame) {
    switch frame.previous {
    case .marker:
      let closing = frame.layout.closing
      output += closing.contains(.lineFeed) ? closing[...].indentation : frame.outerIndent[...]
    case .start, .entry: output += frame.layout.closing
    }
    output.append(frame.layout.kind.brackets.close)
  }

  /// Returns the style of another document, which is read once.
  mutating func style(of other: JSONDocument) -> DocumentStyle {
    if other === document { return style }
    if let known = styles[ObjectIdentifier(other)] { return known }
    let found = DocumentStyle(of: other)
    styles[ObjectIdentifier(other)] = found
    return found
  }
}
