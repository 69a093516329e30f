import ForkedJSON
import ForkedSchema
import Testing

@testable import ForkedDocument

/// The audit notices comments that are lost, doubled, or at another member.
@Suite struct CommentAuditTests {
  private static let base = """
    {
      // of a
      "a": 1,
      "b": 2, // of b
      "c": [1 /* one */, 2]
    }
    """

  private func defects(
    ours: String = base, theirs: String = base, file: String
  ) throws -> [String] {
    let merge = try DocumentMerge([Self.base, ours, theirs])
    let audit = CommentAudit(of: merge)
    let document = audit.document(of: Array(file.utf8), holding: merge.ours)
    return (document.map { audit.defects(in: $0) } ?? [CommentAudit.otherValues]).map(\.message)
  }

  @Test func acceptsTheFileItself() throws {
    #expect(try defects(file: Self.base).isEmpty)
  }

  @Test func refusesALostComment() throws {
    let file = Self.base.replacing(" // of b", with: "")
    #expect(try defects(file: file) == ["a comment is missing: // of b"])
    #expect(try defects(theirs: file, file: file).isEmpty)
    #expect(try defects(theirs: file, file: Self.base).count == 1)
  }

  @Test func refusesACommentAtAnotherMember() throws {
    let file = Self.base.replacing(" // of b", with: "")
      .replacing("  // of a", with: "  // of b\n  // of a")
    #expect(
      Set(try defects(file: file)) == [
        "a comment is missing: // of b", "a comment stands at another member: // of b",
      ])
  }

  /// What both sides made of a renamed member's comments stands at it, once.
  @Test func acceptsACommentThatFollowedItsMember() throws {
    let ours = Self.base.replacing("\"a\"", with: "\"new\"")
    let theirs = Self.base.replacing("// of a", with: "// about a")
    let file = ours.replacing("// of a", with: "// about a")
    func count(_ file: String) throws -> Int {
      try defects(ours: ours, theirs: theirs, file: file).count
    }
    #expect(try count(file) == 0)
    #expect(try count(ours) == 1)
    #expect(try count(file.replacing("  // about a\n", with: "")) == 1)
    #expect(try count(file.replacing("// about a", with: "// about a\n  // about a")) == 2)
  }

  @Test func refusesADoubledComment() throws {
    let file = Self.base.replacing("// of a", with: "// of a\n  // of a")
    #expect(try defects(file: file) == ["a comment stands at another member: // of a"])
  }

  @Test func refusesOtherValues() throws {
    let file = Self.base.replacing("\"b\": 2", with: "\"b\": 3")
    #expect(try defects(file: file) == ["the file differs from what was merged"])
  }

  @Test(
    "comments that both sides changed differently are no result",
    arguments: [
      ("// of a", "// ours", "// theirs"), (" // of b", " // ours", " /* theirs */"),
    ])
  func refusesToDecide(comment: String, ours: String, theirs: String) throws {
    let merge = try DocumentMerge(
      [comment, ours, theirs].map { Self.base.replacing(comment, with: $0) })
    #expect(throws: CommentConflict.self) { try merge.run() }
  }

  @Test func refusesToDeleteAChangedComment() throws {
    let ours = Self.base.replacing("// of a", with: "// of a, since 2")
    let theirs = Self.base.replacing("// of a\n  \"a\": 1,\n  ", with: "")
    let merge = try DocumentMerge([Self.base, ours, theirs])
    #expect(throws: CommentConflict.self) { try merge.run() }
  }
}

extension CommentAudit {
  /// The audit of files that hold the values of ours.
  fileprivate init(of merge: DocumentMerge) {
    self.init(
      merge, MergeResult(.value(.keep(merge.ours.root))),
      comments: [merge.base, merge.ours, merge.theirs].map { $0?.comments ?? JSONComments() })
  }
}
