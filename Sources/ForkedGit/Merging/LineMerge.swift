import CLibgit2

/// git's line merge of three texts.
///
/// The corresponding C function is `git_merge_file`; the result is that of `git merge-file`.
public struct LineMerge: Sendable {
  /// The way to show a conflict.
  public enum Style: Sendable, Hashable {
    /// Both sides between markers.
    case merge
    /// Both sides and the base.
    case diff3
    /// As `diff3`, but lines that both sides share are outside the markers.
    case zdiff3
  }

  /// The text for lines that both sides changed.
  public enum Favor: Sendable, Hashable {
    /// A conflict, between markers.
    case neither
    /// One side's lines.
    case ours, theirs
    /// Both sides' lines, ours first.
    case union
  }

  /// The way to show a conflict.
  public var style: Style
  /// The text in place of a conflict.
  public var favor: Favor
  /// The number of characters in a marker.
  public var markerSize: Int
  /// The labels of the markers: ours, base, theirs.
  public var labels: (ours: String, base: String, theirs: String)

  /// Creates a line merge.
  ///
  /// - Parameters:
  ///   - style: The way to show a conflict.
  ///   - favor: The text in place of a conflict.
  ///   - markerSize: The number of characters in a marker, 1 to 65,535.
  ///   - labels: The labels of the markers.
  public init(
    style: Style = .merge, favor: Favor = .neither, markerSize: Int = 7,
    labels: (ours: String, base: String, theirs: String) = ("ours", "base", "theirs")
  ) {
    self.style = style
    self.favor = favor
    self.markerSize = markerSize
    self.labels = labels
  }

  /// Merges three texts, line by line.
  ///
  /// - Returns: The merged text, and true if it holds no conflict.
  /// - Throws: ``GitError`` if libgit2 cannot be started or has no memory. A conflict is no error.
  public func merge(
    base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) throws(GitError) -> (text: [UInt8], isClean: Bool) {
    try Library.start()
    var result = git_merge_file_result()
    defer { git_merge_file_result_free(&result) }
    try check("git_merge_file") {
      withInputs(base, ours, theirs) { base, ours, theirs in
        withOptions { git_merge_file(&result, base, ours, theirs, $0) }
      }
    }
    let text = UnsafeRawBufferPointer(start: result.ptr, count: result.ptr == nil ? 0 : result.len)
    return (Array(text), result.automergeable != 0)
  }

  private func withInputs(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8],
    _ body: (
      UnsafePointer<git_merge_file_input>, UnsafePointer<git_merge_file_input>,
      UnsafePointer<git_merge_file_input>
    ) -> Int32
  ) -> Int32 {
    Self.withInput(base) { base in
      Self.withInput(ours) { ours in Self.withInput(theirs) { theirs in body(base, ours, theirs) } }
    }
  }

  private static func withInput(
    _ bytes: [UInt8], _ body: (UnsafePointer<git_merge_file_input>) -> Int32
  ) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var input = git_merge_file_input()
      git_merge_file_input_init(&input, UInt32(GIT_MERGE_FILE_INPUT_VERSION))
      input.ptr = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      input.size = buffer.count
      return body(&input)
    }
  }

  private func withOptions(_ body: (UnsafePointer<git_merge_file_options>) -> Int32) -> Int32 {
    labels.ours.withCString { ours in
      labels.base.withCString { base in
        labels.theirs.withCString { theirs in
          var options = git_merge_file_options()
          git_merge_file_options_init(&options, UInt32(GIT_MERGE_FILE_OPTIONS_VERSION))
          options.our_label = ours
          options.ancestor_label = base
          options.their_label = theirs
          options.marker_size = UInt16(clamping: markerSize)
          options.favor = favor.raw
          options.flags = style.raw.rawValue
          return body(&options)
        }
      }
    }
  }
}

extension LineMerge.Favor {
  fileprivate var raw: git_merge_file_favor_t {
    switch self {
    case .neither: GIT_MERGE_FILE_FAVOR_NORMAL
    case .ours: GIT_MERGE_FILE_FAVOR_OURS
    case .theirs: GIT_MERGE_FILE_FAVOR_THEIRS
    case .union: GIT_MERGE_FILE_FAVOR_UNION
    }
  }
}

extension LineMerge.Style {
  fileprivate var raw: git_merge_file_flag_t {
    switch self {
    case .merge: GIT_MERGE_FILE_STYLE_MERGE
    case .diff3: GIT_MERGE_FILE_STYLE_DIFF3
    case .zdiff3: GIT_MERGE_FILE_STYLE_ZDIFF3
    }
  }
}

/// The difference between two texts by lines, as `git diff` shows it.
public enum LinePatch {
  /// The patch; empty if both texts are equal.
  ///
  /// The corresponding C function is `git_patch_from_buffers`.
  ///
  /// - Parameters:
  ///   - old: The older text.
  ///   - new: The newer text.
  ///   - path: The file's path, for the patch's header.
  /// - Throws: ``GitError`` if libgit2 cannot be started or has no memory.
  public static func text(
    from old: [UInt8], to new: [UInt8], path: String
  ) throws(GitError) -> [UInt8] {
    try Library.start()
    let patch = try Handle.make("git_patch_from_buffers", release: git_patch_free) {
      git_patch_from_buffers($0, old, old.count, path, new, new.count, path, nil)
    }
    return try written("git_patch_to_buf") { git_patch_to_buf($0, patch.pointer) }
  }
}
