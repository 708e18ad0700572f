import IssueReporting
import StateCore
import StateRequests

extension QueryCache {
  /// Reads and stores content in records from now on; the cache has no entries yet.
  package func attach(_ records: any QueryRecords) {
    self.records = records
    requests.records = Requests.Records(
      hasRecord: { [weak records] in records?.hasRecord($0) == true },
      read: { [weak records] in await records?.read($0) },
      store: { [weak records, dependencies] key, record in
        records?.store(record, key, hasDependencies: dependencies.links.hasUses(key))
      }
    )
  }

  /// Continues without records.
  package func detach(_ records: any QueryRecords) {
    guard self.records === records else { return }
    self.records = nil
    requests.records = nil
  }

  /// Reports a mistake in the declarations of queries.
  package static func report(_ mistake: String) { reportIssue("\(mistake)") }

  /// Invalidates the records of those queries whose entries have no content to store.
  func invalidateRecords(
    _ keys: some Sequence<QueryKey>,
    _ table: RequestTable<QueryKey, QueryContent>,
    _ commands: inout [RequestCommand<QueryKey, QueryContent>]
  ) {
    guard let records else { return }
    for key in keys where records.hasRecord(key) && table[key]?.content == nil {
      commands.append(.call { records.invalidate(key) })
    }
  }
}
