// swift-format-ignore-file

import ForkedModel

// The samples of the documents of SwiftData-OrderedRelationship. `@Model` is SwiftData's, which exists on Apple's systems
// only, so its lines are missing. `var subItems: [SubItem]` is what the macro declares.

enum WithoutInverse {
    class SubItem {
        init() {}
    }
}

class SubItem {
    init() {}

    var superitem: Item.OrderedSubItem? = nil
}

final class Item {
    @OrderedRelationship
    var orderedSubItems: [OrderedSubItem]? = []
    
    init() {}
}

func printOrderedRelationship() {
    let (item, first, second, third) = (Item(), SubItem(), SubItem(), SubItem())
    item.subItems = [first, third]
    let before = item.orderedSubItems?.map(\.position) ?? []
    item.subItems = [first, second, third]
    let after = item.orderedSubItems?.map(\.position) ?? []
    second.superitem = item.orderedSubItems?[1]
    print(
        "Item:", item.subItems.count, "items,", Set(after).subtracting(before).count, "changed,",
        second.superitem?.item === second ? "with inverse" : "without inverse")
}
