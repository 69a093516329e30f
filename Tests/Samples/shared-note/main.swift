import Forked
import ForkedModel
import ForkedStore
import Foundation

@ForkedModel
struct Note: Codable {
  @Merged var title: String = ""
  @Merged var tags: Set<String> = []
  @Merged(using: .counterMerge) var views: Int = 0
}

guard CommandLine.arguments.count > 1 else {
  print(Note.forkedSchema(documents: ["note.json"]))
  exit(0)
}
let repository = try GitRepository<Note>(
  at: URL(filePath: CommandLine.arguments[1]), path: "note.json", merging: .documents)
let note = try ForkedResource(repository: repository)
let server = Fork(name: "server")
try note.create(server)

for _ in 1...20 {
  var value = try note.value(in: server) ?? Note()
  value.views += 1
  try note.update(server, with: value)
  try note.syncMain(with: server)
}
