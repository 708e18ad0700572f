/// A list that grows at its end and shrinks at its beginning, both at constant cost.
///
/// It releases an element when the element is removed. If a copy of the list is retained, a change copies one chunk and
/// the list of chunks, not all elements.
package struct ChunkedList<Element> {
  private static var chunkSize: Int { 256 }

  private var chunks: [[Element?]] = []
  /// The number of empty chunks at the beginning.
  private var emptyChunks = 0
  /// The position of the first chunk's first element.
  private var origin = 0
  /// The positions of the elements, counted from the first one ever added.
  ///
  /// An element keeps its position.
  package private(set) var places = 0..<0

  package init() {}

  package subscript(place: Int) -> Element {
    precondition(places.contains(place), "The list has no element at this index")
    let offset = place - origin
    guard let element = chunks[offset / Self.chunkSize][offset % Self.chunkSize] else {
      preconditionFailure("The element was already removed")
    }
    return element
  }

  package mutating func append(_ element: Element) {
    if (places.upperBound - origin) % Self.chunkSize == 0 {
      var chunk: [Element?] = []
      chunk.reserveCapacity(Self.chunkSize)
      chunks.append(chunk)
    }
    chunks[chunks.count - 1].append(element)
    places = places.lowerBound..<places.upperBound + 1
  }

  package mutating func popFirst() -> Element? {
    guard let place = places.first else { return nil }
    let offset = place - origin
    let chunk = offset / Self.chunkSize
    let element = chunks[chunk][offset % Self.chunkSize].take()
    places = place + 1..<places.upperBound
    if offset % Self.chunkSize == Self.chunkSize - 1 {
      chunks[chunk] = []
      emptyChunks += 1
      if emptyChunks * 2 >= chunks.count {
        chunks.removeFirst(emptyChunks)
        origin += emptyChunks * Self.chunkSize
        emptyChunks = 0
      }
    }
    return element
  }
}

extension ChunkedList: Sendable where Element: Sendable {}
