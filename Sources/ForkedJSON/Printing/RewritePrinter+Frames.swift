extension RewritePrinter {
  /// The place at which a value is printed.
  struct Place {
    /// The indentation of the value's first line.
    var indent: [UInt8]
    /// True if the value must not take more than one line.
    var isOneLine: Bool
    /// True if the containers beside it take one line each.
    var hasOneLineSiblings = false
    /// True if the value is at the same place as in the document, or beside it.
    var isHome: Bool
  }

  /// A container that is being printed.
  struct Frame {
    let layout: ContainerLayout
    let isOneLine: Bool
    let isHome: Bool
    /// True if its own containers take one line each.
    let hasOneLineChildren: Bool
    /// The indentation of the container's first line.
    let outerIndent: [UInt8]
    /// The indentation of the next entry.
    var indent: [UInt8]
    let pieces: [EntryPlan.Piece]
    var next = 0
    var previous = Previous.start

    enum Previous {
      case start
      case entry(EntryPlan.Comma?)
      case marker
    }

    /// Returns true if the entry's value is at its own place, or at another one of the same container.
    /// - Parameter place: the place that the plan gave it.
    func isHome(_ entry: JSONRewrite.Entry, at place: Int?) -> Bool {
      guard isHome, let node = entry.value?.sourceNode else { return false }
      return layout.place(of: node, expected: place ?? 0) != nil
    }

    /// Returns the bytes before an entry.
    mutating func lead(to planned: EntryPlan.Planned) -> ArraySlice<UInt8> {
      switch previous {
      case .start: return layout.opening[...]
      case .marker where planned.comma == .before:
        let gap = gap(before: planned)
        return gap.beginsLineWithComma ? gap.lastLine : indent + [.comma, .space]
      case .marker: return indent[...]
      case .entry:
        let gap = gap(before: planned)
        followIndentation(of: gap)
        return gap
      }
    }

    private func gap(before planned: EntryPlan.Planned) -> ArraySlice<UInt8> {
      guard case .entry(.element(.take(let node))) = planned.content else {
        return layout.gap(before: planned.place)
      }
      return layout.gap(before: planned.place, taken: node)
    }

    mutating func followIndentation(of gap: ArraySlice<UInt8>) {
      guard gap.contains(.lineFeed), !gap.beginsLineWithComma else { return }
      if gap.indentation != indent[...] { indent = Array(gap.indentation) }
    }
  }
}
