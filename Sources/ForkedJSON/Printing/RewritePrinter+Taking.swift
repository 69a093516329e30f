extension RewritePrinter {
  /// Prints a value from elsewhere with its own spelling and layout, and the indentation of this place.
  ///
  /// It is formatted anew if it has several lines and this place has one, or if one of the two documents has several
  /// lines and the other is on one.
  /// - Complexity: O(its bytes).
  mutating func take(_ node: JSONNode, at place: Place) {
    guard node.kind.isContainer else { return output += node.bytes }
    let foreign = style(of: node.document)
    if node.isMultiLine {
      place.isOneLine
        ? format(node, at: place) : reindent(node, from: foreign.unit, at: place)
    } else if node.count == 0 || foreign.isMultiLine == style.isMultiLine
      || place.hasOneLineSiblings && node.isSpaced
    {
      output += node.bytes
    } else {
      format(node, at: place)
    }
  }

  /// Prints each line with the indentation of this place, and with this document's unit for the levels below.
  private mutating func reindent(_ node: JSONNode, from unit: [UInt8], at place: Place) {
    let (base, bytes) = (node.indentation, node.bytes)
    var start = bytes.startIndex
    while start <= bytes.endIndex {
      let end = bytes[start...].firstIndex(of: .lineFeed) ?? bytes.endIndex
      let line = bytes[start..<end]
      let text = line.last == .carriageReturn ? line.dropLast() : line
      if start == bytes.startIndex {
        output += text
      } else {
        output += style.lineEnding
        append(line: text, replacing: base, by: place.indent, unit: unit)
      }
      start = end + 1
    }
  }

  private mutating func append(
    line: ArraySlice<UInt8>, replacing base: ArraySlice<UInt8>, by indent: [UInt8], unit: [UInt8]
  ) {
    let content = line.drop { $0 == .space || $0 == .tab }
    var white = line[..<content.startIndex]
    guard white.starts(with: base) else {
      output += content.isEmpty ? white : indent + content
      return
    }
    guard !line.isEmpty else { return }
    output += indent
    white = white.dropFirst(base.count)
    while !unit.isEmpty, unit != style.unit, white.starts(with: unit) {
      white = white.dropFirst(unit.count)
      output += style.unit
    }
    output += white + content
  }

  /// Formats a value anew in the style of this document.
  private mutating func format(_ node: JSONNode, at place: Place) {
    var steps: [FormattingStep] = [.value(node, indent: place.indent)]
    while let step = steps.popLast() {
      switch step {
      case .bytes(let bytes): output += bytes
      case .value(let node, _) where node.count == 0:
        output += node.kind.isContainer ? node.kind.emptyText[...] : node.bytes
      case .value(let node, let indent):
        let layout = ContainerLayout(
          new: node.kind, style: style, indent: indent,
          isExpanded: !place.isOneLine && !place.hasOneLineSiblings && style.expands(node))
        let childIndent = layout.entryIndent ?? indent
        steps += FormattingStep.steps(for: node, layout: layout, childIndent: childIndent)
          .reversed()
      }
    }
  }
}

/// A remaining step of printing a value that is formatted anew.
private enum FormattingStep {
  case value(JSONNode, indent: [UInt8])
  case bytes(ArraySlice<UInt8>)

  static func steps(
    for node: JSONNode, layout: ContainerLayout, childIndent: [UInt8]
  ) -> [FormattingStep] {
    var steps: [FormattingStep] = [.bytes([node.kind.brackets.open]), .bytes(layout.opening[...])]
    for element in node.elements {
      steps += [.value(element, indent: childIndent), .bytes(layout.separator[...])]
    }
    for member in node.members {
      steps += [
        .bytes(member.key.bytes), .bytes(layout.colon[...]),
        .value(member.value, indent: childIndent), .bytes(layout.separator[...]),
      ]
    }
    steps[steps.endIndex - 1] = .bytes(layout.closing[...])
    return steps + [.bytes([node.kind.brackets.close])]
  }
}

extension DocumentStyle {
  func expands(_ node: JSONNode) -> Bool {
    expands(node.kind, holdsContainers: node.elements.contains { $0.kind.isContainer })
  }

  func expands(_ kind: JSONKind, _ entries: [JSONRewrite.Entry]) -> Bool {
    expands(kind, holdsContainers: entries.contains { $0.value?.isContainer ?? true })
  }

  private func expands(_ kind: JSONKind, holdsContainers: Bool) -> Bool {
    guard isMultiLine else { return false }
    if kind == .object { return expandsObjects }
    return holdsContainers ? expandsArraysOfContainers : expandsArraysOfScalars
  }
}

extension JSONKind {
  var brackets: (open: UInt8, close: UInt8) {
    self == .object ? (.openBrace, .closeBrace) : (.openBracket, .closeBracket)
  }

  var emptyText: [UInt8] { [brackets.open, brackets.close] }
}

extension JSONNode {
  /// True if the bytes contain a line ending.
  /// - Complexity: O(bytes up to the first).
  var isMultiLine: Bool { bytes.contains(.lineFeed) }

  /// True if there is white space between its parts.
  fileprivate var isSpaced: Bool { bytes.count > compactBytes.count }

  /// True if only white space precedes it on its line.
  var beginsLine: Bool {
    document.bytes[..<range.lowerBound].last { $0 != .space && $0 != .tab } == .lineFeed
  }

  /// The indentation of a container of several lines: that of its last bracket, if this begins a line.
  fileprivate var indentation: ArraySlice<UInt8> {
    let bracket = range.upperBound - 1
    let line = document.indentation(ofLineAt: bracket)
    return line.endIndex == bracket ? line : document.indentation(ofLineAt: range.lowerBound)
  }

  /// The bytes between this key and its value.
  var colon: ArraySlice<UInt8> { document.bytes[document.nodes.colon(after: index)] }
}
