public import ForkedModel
import Foundation
import Testing

typealias Words = [String]

@ForkedModel
struct Remark: Identifiable, Codable {
  var id: Int = 0
  @Merged var text: String = ""
  @Merged(using: .counterMerge) var likes: Int = 0
}

/// Every form of property.
@ForkedModel
public struct EveryForm: Codable {
  var name = "", age = 0
  /// A title.
  @Merged public private(set) var title: String = ""
  @Merged var subtitle: String?
  @Merged var note: Optional<String> = nil
  @Merged var words: Words = []
  @Merged var pages: Array<Int>? = []
  @Merged var tags: Set<String> = []
  @Merged var counts: [String: Int]? = nil
  @Merged(using: .arrayOfIdentifiableMerge) var remarks: [Remark] = []
  @Merged var top: Remark = Remark()
  @Merged var byName: Dictionary<String, Remark> = [:]
  @Merged(using: PropertyMerge.maxMerge) var high: Int = 0
  @Merged(using: .versionMerge) var release: String = "1.0"
  @Merged(using: .versionMerge) var tested: String?
  var plain: Remark = Remark()
  static let kind = "form"
  var computed: Int { age }
  var observed: Int = 0 { didSet {} }
  #if os(Linux)
    @Merged var system: String = ""
  #elseif DEBUG
    var system = 1
  #else
    var other: Int = 0
  #endif
}

@ForkedModel
struct Box<Content: Equatable & Codable & Sendable>: Codable where Content: Hashable {
  @Merged var contents: [Content] = []
  var last: Content?
  @ForkedModel struct Inner { var value: Content? }
}

@ForkedModel(version: 2)
struct Versioned: Codable {
  var name: String = ""
}

struct Part: Identifiable, Equatable, Codable { var id = 0 }

@ForkedModel
struct Whole: Codable {
  @OrderedRelationship var orderedParts: [OrderedPart]? = []
}

@Suite struct ModelTests {
  @Test func merges() throws {
    let base = EveryForm()
    var one = base, other = base
    one.subtitle = "Fork"
    other.age = 3
    other.pages = nil
    let merged = try one.merged(withSubordinate: other, commonAncestor: base)
    #expect(merged.subtitle == "Fork" && merged.age == 3 && merged.pages == nil)
    var whole = Whole()
    whole.parts = [Part(id: 1), Part(id: 2)]
    #expect(whole.parts.map(\.id) == [1, 2])
  }
}
