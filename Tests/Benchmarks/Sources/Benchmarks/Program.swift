import Glibc

/// Measures the rows that the arguments name, all without arguments.
@main
enum Program {
  static func main() {
    let names = CommandLine.arguments.dropFirst()
    let rows = names.isEmpty ? Row.allCases : names.compactMap(Row.init)
    guard rows.count == max(names.count, 1) || names.isEmpty else {
      print("rows: \(Row.allCases.map(\.rawValue).joined(separator: " "))")
      exit(64)
    }
    for row in rows {
      do {
        try row.run()
      } catch {
        print("\(row.rawValue): not measured: \(error)")
        exit(1)
      }
    }
  }
}
