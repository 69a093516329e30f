/// Prints a rewrite of a document: what it keeps byte for byte, what is new in the layout around it.
///
/// Containers that are being printed wait in a list of frames, so that nesting takes no stack.
struct RewritePrinter {
  let document: JSONDocument
  let markers: ConflictMarkers
  private(set) var style: DocumentStyle
  var output: [UInt8] = []
  private var frames: [Frame] = []
  private var styles: [ObjectIdentifier: DocumentStyle] = [:]

  init(document: JSONDocument, markers: ConflictMarkers) {
    self.document = document
    self.markers = markers
    style = DocumentStyle(of: document)
  }

  /// The whole text.
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

  /// A document that has no layout to imitate takes over that of what replaces it.
  private mutating func adoptStyle(of root: JSONRewrite) {
    switch root {
    case .take(let node), .keep(let node):
      if document.root.count == 0 { style = style(of: node.document) }
    case .literal, .object, .array: break
    }
  }

  /// Where a value goes.
  struct Place {
    /// The indentation of the line that the value begins on.
    var indent: [UInt8]
    /// Whether nothing here may take more than one line.
    var isOneLine: Bool
    /// Whether the value, where the document has it, has it at this place or beside it.
    var isHome: Bool
  }

  /// A container that is being printed.
  private struct Frame {
    let layout: ContainerLayout
    let isOneLine: Bool
    let isHome: Bool
    /// The line on which the container began.
    let outerIndent: [UInt8]
    /// The line on which the next entry begins.
    var indent: [UInt8]
    var pieces: ArraySlice<EntryPlan.Piece>
    var previous = Previous.start

    enum Previous {
      case start
      case entry(EntryPlan.Planned)
      case marker
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
        isExpanded: !isOneLine && (like.isMultiLine || style.expands(kind, entries)))
    output.append(kind.brackets.open)
    frames.append(
      Frame(
        layout: layout, isOneLine: isOneLine, isHome: isHome, outerIndent: place.indent,
        indent: layout.opening.contains(.lineFeed)
          ? Array(layout.opening.indentation) : place.indent,
        pieces: EntryPlan(entries, layout: layout, markers: markers).pieces[...]))
  }

  /// One line says something only in a document that has more of them.
  private mutating func staysOneLine(_ like: JSONNode) -> Bool {
    like.count > 0 && !like.isMultiLine && style(of: like.document).isMultiLine
  }

  private mutating func printNextPiece() {
    guard var frame = frames.popLast() else { return }
    switch frame.pieces.popFirst() {
    case .entry(let planned):
      lead(to: planned, in: &frame)
      frame.previous = .entry(planned)
      let place = Place(
        indent: frame.indent, isOneLine: frame.isOneLine, isHome: isHome(planned.entry, in: frame))
      let layout = frame.layout
      frames.append(frame)
      print(planned.entry, layout: layout, at: place)
    case .marker(let text):
      breakLine(in: frame)
      output += text + style.lineEnding
      frame.previous = .marker
      frames.append(frame)
    case nil:
      close(frame)
    }
  }

  private mutating func print(
    _ entry: JSONRewrite.Entry, layout: ContainerLayout, at place: Place
  ) {
    switch entry {
    case .member(let key, let value):
      output += key.bytes
      output += key.document === document ? key.colon : layout.colon[...]
      print(value, at: place)
    case .newMember(let key, let value):
      key.appendLiteral(to: &output)
      output += layout.colon
      print(value, at: place)
    case .element(let value): print(value, at: place)
    case .conflict: break
    }
  }

  /// Whether the value stands at its own place, or at another one of the same container.
  private func isHome(_ entry: JSONRewrite.Entry, in frame: Frame) -> Bool {
    guard frame.isHome, let node = entry.value?.sourceNode else { return false }
    return frame.layout.place(of: node) != nil
  }

  /// Prints what goes before an entry.
  private mutating func lead(to next: EntryPlan.Planned, in frame: inout Frame) {
    switch frame.previous {
    case .start: output += frame.layout.opening
    case .marker: output += frame.indent + (next.hasLeadingComma ? [.comma, .space] : [])
    case .entry:
      let gap = frame.layout.gap(before: next.place)
      output += gap
      if gap.contains(.lineFeed) { frame.indent = Array(gap.indentation) }
    }
  }

  /// A marker begins its line; it took the place of the separator.
  private mutating func breakLine(in frame: Frame) {
    switch frame.previous {
    case .start: output += style.lineEnding
    case .entry(let entry): output += (entry.hasComma ? [.comma] : []) + style.lineEnding
    case .marker: break
    }
  }

  private mutating func close(_ frame: Frame) {
    switch frame.previous {
    case .marker:
      let closing = frame.layout.closing
      output += closing.contains(.lineFeed) ? closing.indentation : frame.outerIndent[...]
    case .start, .entry: output += frame.layout.closing
    }
    output.append(frame.layout.kind.brackets.close)
  }

  /// The style of another document, found out once.
  mutating func style(of other: JSONDocument) -> DocumentStyle {
    if other === document { return style }
    if let known = styles[ObjectIdentifier(other)] { return known }
    let found = DocumentStyle(of: other)
    styles[ObjectIdentifier(other)] = found
    return found
  }
}
