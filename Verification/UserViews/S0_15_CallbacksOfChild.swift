// swift-format-ignore-file
import ScreenStateKit
import SwiftUI

enum S0CallbacksOfChild {
  // S0-15 (L481)
  struct EditItemView: View {
      @Environment(\.dismiss) private var dismiss
      @Environment(\.onEditedAction) private var onEditedAction
      @Environment(\.onDeletedAction) private var onDeletedAction
      @Environment(\.onCancelledAction) private var onCancelledAction

      var body: some View {
          Form { /* ... */ }
              .toolbar {
                  ToolbarItem(placement: .cancellationAction) {
                      Button("Cancel") {
                          onCancelledAction?.execute()
                          dismiss()
                      }
                  }
                  ToolbarItem(placement: .confirmationAction) {
                      Button("Save") {
                          Task {
                              await saveChanges()
                              // edit: `asyncExecute` throws
                              // was: await onEditedAction?.asyncExecute()
                              try? await onEditedAction?.asyncExecute()
                              dismiss()
                          }
                      }
                  }
              }
      }
  }
}

extension S0CallbacksOfChild.EditItemView {
  // App function
  func saveChanges() async {}
}
