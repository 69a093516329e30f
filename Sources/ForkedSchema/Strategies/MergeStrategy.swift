/// The rule by which two versions of a value become one, with the same name in schema files, reports and messages.
///
/// This is the list of all strategies. A new one is a case and a row here, and a definition in a file beside this one.
public enum MergeStrategy: String, CaseIterable, Sendable, Hashable {
  case mostRecent, object, textMerge, arrayMerge, arrayOfIdentifiableMerge
  case setMerge, dictionaryMerge
  case counterMerge, maxMerge, minMerge, versionMerge, orderedMerge, generated, manual

  /// Everything about the strategy.
  package var definition: StrategyDefinition {
    switch self {
    case .mostRecent: .mostRecent
    case .object: .object
    case .textMerge: .textMerge
    case .arrayMerge: .arrayMerge
    case .arrayOfIdentifiableMerge: .arrayOfIdentifiableMerge
    case .setMerge: .setMerge
    case .dictionaryMerge: .dictionaryMerge
    case .counterMerge: .counterMerge
    case .maxMerge: .maxMerge
    case .minMerge: .minMerge
    case .versionMerge: .versionMerge
    case .orderedMerge: .orderedMerge
    case .generated: .generated
    case .manual: .manual
    }
  }
}
