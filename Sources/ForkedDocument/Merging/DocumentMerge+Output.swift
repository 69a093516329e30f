import ForkedJSON

extension DocumentMerge {
  /// The merged document's bytes, in the formatting of ours.
  func bytes(of merged: MergedValue, markers: ConflictMarkers, showBase: Bool) -> [UInt8] {
    switch merged {
    case .value(.keep): ours.bytes
    case .value(let rewrite): ours.rewritten(rewrite, markers: markers)
    case .absent: []
    case .conflict: wholeConflict(markers, showBase: showBase)
    }
  }

  /// A conflict of the document as a whole: all of ours and all of theirs.
  private func wholeConflict(_ markers: ConflictMarkers, showBase: Bool) -> [UInt8] {
    var parts = [marker("<", markers.ours, markers), line(ours.bytes)]
    if showBase {
      parts += [marker("|", markers.base, markers), line(base?.bytes ?? [])]
    }
    parts += [marker("=", nil, markers), line(theirs.bytes), marker(">", markers.theirs, markers)]
    return Array(parts.joined())
  }

  private func marker(_ sign: Character, _ label: String?, _ markers: ConflictMarkers) -> [UInt8] {
    let text = String(repeating: sign, count: markers.size) + (label.map { " " + $0 } ?? "")
    return Array(text.utf8) + ours.lineEnding
  }

  private func line(_ bytes: [UInt8]) -> [UInt8] {
    bytes.isEmpty || bytes.last == UInt8(ascii: "\n") ? bytes : bytes + ours.lineEnding
  }
}
