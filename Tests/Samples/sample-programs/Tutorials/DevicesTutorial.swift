import Forked
import ForkedModel
import ForkedStore
import Foundation

/// The program of the tutorial about many devices.
enum DevicesTutorial {
  @ForkedModel
  struct ShoppingList: Codable {
    @Merged var title: String = ""
    @Merged var items: Set<String> = []
  }

  static func run(in directory: URL, adding items: [String]) async throws {
    let repository = try GitRepository<ShoppingList>(
      at: directory, path: "list.json", merging: .documents)
    let list = try ForkedResource(repository: repository)

    if !items.isEmpty {
      var value = try list.value(in: .main) ?? ShoppingList()
      value.items.formUnion(items)
      try list.update(.main, with: value)
    }

    let exchange = try GitExchange(list)
    do {
      try await exchange.exchange()
    } catch {
      print("not exchanged: \(error)")
    }
    await exchange.end()

    print(try list.value(in: .main)?.items.sorted() ?? [])
  }
}
