// swift-format-ignore-file
// Names at the top level are taken once for the whole module.
// expect: error: invalid redeclaration of 'UserAction'
import ViewFeature

// S3-32 (L454)
@Observable
final class UserState {  // ⚠️ Pollutes namespace
    // ...
}

enum UserAction: Sendable {  // ⚠️ Pollutes namespace
    // ...
}

// The actions of another feature of the module, which has to do with users, too.
enum UserAction: Sendable {}
