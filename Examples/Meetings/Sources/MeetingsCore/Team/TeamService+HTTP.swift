package import Foundation

// On Apple platforms, URLSession is part of Foundation.
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TeamService {
  /// Returns a service that sends requests to a server.
  ///
  /// - Parameters:
  ///   - server: The address of the server.
  ///   - timeout: The timeout of a request, in seconds.
  /// - Returns: The service.
  package static func http(_ server: URL, timeout: Double = 10) -> TeamService {
    let client = TeamClient(server, timeout)
    return TeamService {
      let offset = URLQueryItem(name: "offset", value: String($0))
      return try await client.value(at: "meetings", [offset])
    } meeting: {
      try await client.value(at: "meetings/\($0.uuidString)")
    } save: { meeting, base, key in
      try await client.save(TeamEdit(base: base, meeting: meeting), key)
    } delete: { id, key in
      try await client.delete(id, key)
    } isReachable: {
      await client.isReachable()
    }
  }
}

private struct TeamClient: Sendable {
  private let server: URL
  private let session: URLSession

  init(_ server: URL, _ timeout: Double) {
    self.server = server
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    // The cache of queries decides which content is fresh.
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(configuration: configuration)
  }

  func value<Value: Decodable>(
    at path: String,
    _ items: [URLQueryItem] = []
  ) async throws -> Value {
    var url = server.appending(path: path)
    if !items.isEmpty { url.append(queryItems: items) }
    let (data, status) = try await answer(URLRequest(url: url))
    guard status == 200 else { throw TeamServiceError.status(status) }
    return try decode(data)
  }

  func save(_ edit: TeamEdit, _ key: UUID) async throws -> Meeting {
    var request = write("PUT", edit.meeting.id, key)
    request.httpBody = try JSONEncoder().encode(edit)
    let (data, status) = try await answer(request)
    switch status {
    case 200: return try decode(data)
    case 409: throw TeamServiceError.conflict(try decode(data))
    default: throw TeamServiceError.status(status)
    }
  }

  func delete(_ id: Meeting.ID, _ key: UUID) async throws {
    let (_, status) = try await answer(write("DELETE", id, key))
    guard status == 200 else { throw TeamServiceError.status(status) }
  }

  /// Creates the request of a change, which the server recognizes by its key.
  private func write(_ method: String, _ id: Meeting.ID, _ key: UUID) -> URLRequest {
    var request = URLRequest(url: server.appending(path: "meetings/\(id.uuidString)"))
    request.httpMethod = method
    request.setValue(key.uuidString, forHTTPHeaderField: "Idempotency-Key")
    return request
  }

  private func decode<Value: Decodable>(_ data: Data) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: data)
    } catch {
      throw TeamServiceError.unreadable
    }
  }

  func isReachable() async -> Bool {
    // A server that answers with a failure is reachable.
    await (try? answer(URLRequest(url: server.appending(path: "health")))) != nil
  }

  private func answer(_ request: URLRequest) async throws -> (Data, status: Int) {
    do {
      let (data, response) = try await session.data(for: request)
      return (data, (response as? HTTPURLResponse)?.statusCode ?? 0)
    } catch {
      try Task.checkCancellation()
      throw TeamServiceError.unreachable
    }
  }
}
