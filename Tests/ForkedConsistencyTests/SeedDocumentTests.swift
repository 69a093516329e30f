import Foundation
import Testing

@Suite("The JSON of the description")
struct SeedDocumentTests {
  @Test("message and contacts are read as the text has them")
  func documents() throws {
    let message = try JSONDecoder().decode(
      Message.self,
      from: Data(
        #"""
        {
          "id": "12",
          "text": "Hey, how are you doing?",
          "author": {
            "id": "42",
            "username": "plivesey",
            "online": false
          },
          "image": {
            "path": "/static/images/img3.png",
            "width": 200
          }
        }
        """#.utf8))
    let contacts = try JSONDecoder().decode(
      Contacts.self,
      from: Data(
        #"""
        {
          "id": "44",
          "contacts": [
            {
              "id": "42",
              "username": "plivesey",
              "online": false
            },
            {
              "id": "53",
              "username": "ndonti",
              "online": true
            }
          ]
        }
        """#.utf8))
    #expect(message.author == contacts.contacts.first)
    #expect(message.author.modelIdentifier == contacts.contacts.first?.modelIdentifier)
  }
}
