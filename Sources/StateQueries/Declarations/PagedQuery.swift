public import ScreenStateKit

/// A query for a list that loads page by page.
///
/// ```swift
/// struct OrdersQuery: PagedQuery {
///   func page(
///     _ request: Pager<Order, String>.Request,
///     in context: QueryContext
///   ) async throws -> Pager<Order, String>.Page {
///     let answer = try await context.environment.orders.list(request.cursor)
///     return .init(items: answer.orders, next: answer.nextCursor)
///   }
/// }
/// ```
///
/// A load of the query loads as many pages as the list has, one after the other, with the cursors of the new pages. The
/// earlier list stays until the last page is loaded. `loadNextPage(of:)` and `loadPreviousPage(of:)` of a cache add
/// pages.
public protocol PagedQuery<Item, Cursor>: ResourceQuery where Value == Pager<Item, Cursor> {
  /// The type of the items.
  associatedtype Item: Identifiable & Sendable where Item.ID: Sendable
  /// The type of the cursors.
  associatedtype Cursor: Hashable & Sendable

  /// The cursor of the first page.
  var firstCursor: Cursor? { get }

  /// The number of pages that the list keeps; `nil` for all.
  var maximumPageCount: Int? { get }

  /// Loads a page.
  ///
  /// The cache calls it outside the main actor and without the context of a caller. After a failure, a repeated attempt
  /// begins with the failed page.
  @concurrent func page(
    _ request: Pager<Item, Cursor>.Request,
    in context: QueryContext
  ) async throws -> Pager<Item, Cursor>.Page
}

extension PagedQuery {
  /// None.
  public var firstCursor: Cursor? { nil }

  /// All pages.
  public var maximumPageCount: Int? { nil }

  /// Loads the first page; a cache calls `page(_:in:)` instead.
  @concurrent public func load(in context: QueryContext) async throws -> Pager<Item, Cursor> {
    var pager = Pager<Item, Cursor>(first: firstCursor, maximumPageCount: maximumPageCount)
    let request = pager.refresh()
    pager.receive(try await page(request, in: context), for: request)
    return pager
  }
}

extension PagedQuery where Item: QueryEntity {
  /// The items.
  public static var entities: EntityPaths<Pager<Item, Cursor>> {
    EntityPaths().adding { list, step in
      for item in list.items {
        switch step(item) {
        case .keep: break
        case .replace(let new): if let new = new as? Item { list.update(new) }
        case .remove, .hide: list.remove(id: item.id)
        }
      }
      return true
    }
  }
}
