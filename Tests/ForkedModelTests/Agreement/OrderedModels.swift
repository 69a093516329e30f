import ForkedMerge
import ForkedModel
import ForkedTestSupport

/// A model with a list in the order of random positions.
@ForkedModel
struct Playlist: RandomModel {
  var name: String = ""
  @OrderedRelationship(itemClassName: "Plain", arrayVariableName: "songs")
  var sortedSongs: [SortedPlain] = []

  static var sets: Set<String> { [] }

  mutating func edit(_ random: inout SeededGenerator) {
    var list = songs
    let id = random.below(12)
    switch random.below(4) {
    case 0: name = random.text()
    case 1 where !list.isEmpty: list.remove(at: random.below(list.count))
    case 2 where !list.isEmpty:
      let song = list.remove(at: random.below(list.count))
      list.insert(song, at: random.below(list.count + 1))
    default:
      guard !list.contains(where: { $0.id == id }) else { return }
      list.insert(Plain(id: id, name: random.text()), at: random.below(list.count + 1))
    }
    let bits = random.next()
    Replica.$current.withValue(Replica(random: { bits })) { songs = list }
  }
}
