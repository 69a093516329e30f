/// A row of the table: one command.
enum Row: String, CaseIterable {
  case large, small, parse, text, elements, sets, dictionaries, growth, unrelated, positions

  /// Measures and prints.
  func run() throws {
    switch self {
    case .large: try runLarge()
    case .small: try runSmall()
    case .parse: try runParse()
    case .text: runText()
    case .elements: runElements()
    case .sets: runSets()
    case .dictionaries: runDictionaries()
    case .growth: runGrowth()
    case .unrelated: runUnrelated()
    case .positions: runPositions()
    }
  }
}
