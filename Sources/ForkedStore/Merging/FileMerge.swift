public import ForkedDocument
public import ForkedGit
public import ForkedJSON
import ForkedMerge
public import ForkedSchema

/// Three versions of one file, to be merged by property; no repository is needed.
public struct FileMergeRequest {
  /// The common ancestor; empty where there is none.
  public var base: [UInt8]
  /// Our version.
  public var ours: [UInt8]
  /// Their version.
  public var theirs: [UInt8]
  /// The file's path, which says the schema.
  public var path: String
  /// The schemas that govern files.
  public var schemas: SchemaSet
  /// What decides what no schema does; nil: as the schema says, else a person.
  public var policy: ConflictPolicy?
  /// How conflicts are shown, and what stands in their place in files that are not JSON.
  public var lines: LineMerge
  /// Asks the history which change is later.
  public var recency: (PropertyPath) throws -> Recency?
  /// The documents that `base` was merged from, where histories crossed; else none.
  public var ancestors: () throws -> [JSONDocument] = { [] }

  /// - Parameters:
  ///   - base: the common ancestor; empty where there is none.
  ///   - ours: our version.
  ///   - theirs: their version.
  ///   - path: the file's path, which says the schema.
  ///   - schemas: the schemas that govern files.
  ///   - policy: what decides what no schema does.
  ///   - lines: how conflicts are shown.
  ///   - recency: asks the history which change is later.
  public init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String, schemas: SchemaSet = SchemaSet(),
    policy: ConflictPolicy? = nil, lines: LineMerge = LineMerge(),
    recency: @escaping (PropertyPath) throws -> Recency? = { _ in nil }
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    self.path = path
    self.schemas = schemas
    self.policy = policy
    self.lines = lines
    self.recency = recency
  }
}

/// What became of the three versions of a file.
public struct FileMergeReport: Report {
  /// The file's path.
  public var path: String
  /// The merged bytes; with conflicts, they hold conflict markers.
  public var bytes: [UInt8]
  /// Decisions between both sides' changes.
  public var resolutions: [Resolution]
  /// What is left to a person.
  public var conflicts: [PropertyConflict]
  /// Whether nothing is left to a person.
  public var isClean: Bool
  /// Whether both sides changed one property, however that ended.
  public var isContested = false
  /// Why the file was merged by lines, as text; nil where it was merged by property.
  public var mergedAsText: UnreadableVersion?
  /// The first thing that the audit found missing from the merge by property, so that the file was merged by lines; nil where
  /// nothing is.
  public var defect: AuditDefect?
  /// What decided true conflicts.
  public var policy: ConflictPolicy?
  /// Whether a version is binary, so that nothing could be merged.
  public var isBinary = false

  /// The report as one JSON value.
  public var reportValue: ReportValue {
    .object([
      "document": .string(path), "clean": .bool(isClean),
      "mergedAsText": mergedAsText.map { .string("\($0.version): \($0.error.reason)") },
      "defect": defect?.reportValue,
      "resolved": .array(resolutions.map { $0.reportValue(in: path, policy: policy) }),
      "conflicts": .array(conflicts.map { $0.reportValue(in: path) }),
    ])
  }
}

extension FileMergeRequest {
  /// Merges the file: by property where all versions are JSON, else by lines as git does, as well as where the audit
  /// finds something missing. A binary file stays ours.
  /// - Throws: what the history throws.
  public func run() throws -> FileMergeReport {
    switch documents() {
    case .failure(let reason): return try mergeLines(reason)
    case .success(let merge): return try mergeProperties(merge)
    }
  }

  private func mergeProperties(_ merge: DocumentMerge) throws -> FileMergeReport {
    let merged = try merge.run(markers: ConflictMarkers(lines), showBase: lines.style != .merge) {
      let result = try LineMerge().merge(base: base, ours: ours, theirs: theirs)
      return result.isClean ? result.text : nil
    }
    if let defect = merged.defects.first { return try mergeLines(insteadOf: defect) }
    return FileMergeReport(
      path: path, bytes: merged.bytes, resolutions: merged.resolutions, conflicts: merged.conflicts,
      isClean: merged.isClean,
      isContested: !merged.contested.isEmpty || !merged.resolutions.isEmpty,
      mergedAsText: nil, policy: policy)
  }

  private func mergeLines(_ reason: UnreadableVersion) throws -> FileMergeReport {
    if Self.isBinary(base, ours, theirs) { return keepingSide(reason) }
    let merged = try lines.merge(base: base, ours: ours, theirs: theirs)
    return FileMergeReport(
      path: path, bytes: merged.text, resolutions: [], conflicts: [], isClean: merged.isClean,
      mergedAsText: reason)
  }

  private func mergeLines(insteadOf defect: AuditDefect) throws -> FileMergeReport {
    let merged = try lines.merge(base: base, ours: ours, theirs: theirs)
    return FileMergeReport(
      path: path, bytes: merged.text, resolutions: [], conflicts: [], isClean: merged.isClean,
      isContested: true, defect: defect)
  }

  /// As git does with binary files: ours stays, and that is a conflict, unless a side was preferred.
  private func keepingSide(_ reason: UnreadableVersion) -> FileMergeReport {
    let isOursAlone = theirs == base || theirs == ours
    let takesTheirs = ours == base || (lines.favor == .theirs && !isOursAlone)
    return FileMergeReport(
      path: path, bytes: takesTheirs ? theirs : ours, resolutions: [], conflicts: [],
      isClean: takesTheirs || isOursAlone || lines.favor == .ours, mergedAsText: reason,
      isBinary: true)
  }

  /// As git sees it: NUL among the first 8,000 bytes of any version.
  static func isBinary(_ versions: [UInt8]...) -> Bool {
    versions.contains { $0.prefix(8000).contains(0) }
  }

  private func documents() -> Result<DocumentMerge, UnreadableVersion> {
    do throws(UnreadableVersion) {
      var merge = try DocumentMerge(
        parsing: base.allSatisfy(\.isWhiteSpace) ? nil : base, ours: ours, theirs: theirs,
        plan: schemas.plan(forDocument: path))
      (merge.policy, merge.recency) = (policy, recency)
      merge.ancestors = ancestors
      merge.listsContested = true
      return .success(merge)
    } catch {
      return .failure(error)
    }
  }
}

extension ConflictMarkers {
  /// Markers as git's line merge writes them.
  init(_ lines: LineMerge) {
    self.init(
      size: lines.markerSize, ours: lines.labels.ours, base: lines.labels.base,
      theirs: lines.labels.theirs)
  }
}

extension UInt8 {
  fileprivate var isWhiteSpace: Bool {
    self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
  }
}

extension StoreError {
  /// The findings of the audit of a merge, so that nothing was written.
  init(_ defect: AuditDefect, in document: String) {
    self.init(
      .defect, "the merge lost something, so nothing was written: \(defect.message)",
      at: Place(document: document, pointer: defect.pointer),
      hint: "it is a defect of fork; please report it, and merge this document by hand")
  }

  /// The findings of the audit of a merge, so that the document was merged by lines.
  public init(avoidedByLines defect: AuditDefect, in document: String) {
    self.init(
      .defect,
      "the merge by property lost something (\(defect.message)); merged by lines, as git does",
      at: Place(document: document, pointer: defect.pointer),
      hint: "it is a defect of fork; please report it")
  }
}

extension AuditDefect {
  fileprivate var reportValue: ReportValue {
    .object(["pointer": .string(pointer.description), "message": .string(message)])
  }
}
