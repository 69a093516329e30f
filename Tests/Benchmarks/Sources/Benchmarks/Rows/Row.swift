/// A row of the table: one command.
enum Row: String, CaseIterable {
  case large, huge, small, thousand, parse, validate
  case update, merge, size, recency, batch, atomic
  case text, elements, sets, dictionaries, growth, unrelated

  /// Measures and prints.
  func run() throws {
    switch self {
    case .large: try runLarge()
    case .huge: try runHuge()
    case .small: try runSmall()
    case .thousand: try runThousand()
    case .parse: try runParse()
    case .validate: try runValidate()
    case .update: try runUpdate()
    case .merge: try runMerge()
    case .size: try runSize()
    case .recency: try runRecency()
    case .text: runText()
    case .elements: try runElements()
    case .sets: try runSets()
    case .dictionaries: try runDictionaries()
    case .growth: try runGrowth()
    case .unrelated: runUnrelated()
    case .batch: try runBatch()
    case .atomic: try runAtomic()
    }
  }
}
