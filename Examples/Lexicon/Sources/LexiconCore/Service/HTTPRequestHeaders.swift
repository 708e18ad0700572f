import Foundation
import Tracing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Injects the context of a span into the headers of a request.
struct HTTPRequestHeaders: Injector {
  func inject(_ value: String, forKey key: String, into request: inout URLRequest) {
    request.setValue(value, forHTTPHeaderField: key)
  }
}
