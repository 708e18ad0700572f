/// The app's styles, in addition to the theme.
package enum LexiconStyle {
  package static let css = """
    .search-area { padding: 8px; }
    .sidebar list { background: transparent; }
    .row { padding: 6px 8px; }
    .word { font-weight: bold; }
    .kind, .meaning, .example, .hint, .status, .cause { opacity: 0.65; }
    .kind { font-size: smaller; font-style: italic; }
    .status { padding: 6px 12px; min-height: 20px; border-top: 1px solid alpha(currentColor, 0.15); }
    .skeleton label {
      color: transparent;
      background: alpha(@theme_fg_color, 0.12);
      border-radius: 4px;
    }
    .details { padding: 24px; }
    .title-1 { font-size: 26px; font-weight: bold; }
    .senses { background: transparent; }
    .sense { padding: 10px 0; }
    .note {
      padding: 12px;
      border-radius: 8px;
      background: alpha(@theme_selected_bg_color, 0.15);
    }
    .failure {
      padding: 10px 12px;
      border-radius: 8px;
      margin: 8px;
      background: alpha(@error_color, 0.15);
    }
    .dialog { padding: 16px; }
    .replay { padding: 8px; border-top: 1px solid alpha(currentColor, 0.15); }
    .cover { background: alpha(@theme_bg_color, 0.8); }
    .cover-text { font-weight: bold; }
    """
}
