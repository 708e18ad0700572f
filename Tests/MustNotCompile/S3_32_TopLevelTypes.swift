// swift-format-ignore-file
// Top-level names are shared by the whole module.
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

// The actions of another feature in the module that also deals with users.
enum UserAction: Sendable {}
