/// How two versions of a value become one: one vocabulary for schema files, macros, reports and
/// messages.
public enum MergeStrategy: String, CaseIterable, Sendable, Hashable {
  case mostRecent, object, textMerge, arrayMerge, arrayOfIdentifiableMerge
  case setMerge, dictionaryMerge
  case counterMerge, maxMerge, minMerge, orderedMerge, manual
}
