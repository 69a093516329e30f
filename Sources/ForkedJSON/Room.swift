extension JSONDocument {
  /// Stage 2.
  public func rewritten(_ root: JSONRewrite, markers: ConflictMarkers = .init()) -> [UInt8] {
    bytes
  }
}
