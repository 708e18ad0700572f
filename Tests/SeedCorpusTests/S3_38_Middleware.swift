// swift-format-ignore-file
import ViewFeature

enum S3Middleware {
  // S3-38 (L552)
  struct LoggingMiddleware: ActionMiddleware {
      // Only logging
  }

  struct AnalyticsMiddleware: ActionMiddleware {
      // Only analytics
  }
}
