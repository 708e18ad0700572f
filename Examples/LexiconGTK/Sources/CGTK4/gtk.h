#pragma once

// The API of GTK 4.8: what came later is not offered, what was deprecated later is not warned of.
#define GDK_VERSION_MIN_REQUIRED G_ENCODE_VERSION(4, 8)
#define GDK_VERSION_MAX_ALLOWED G_ENCODE_VERSION(4, 8)

#include <glib-unix.h>
#include <gtk/gtk.h>

// How a foreign loop runs libdispatch's main queue, and with it Swift's main actor. libdispatch
// exports these; its public headers do not declare them.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *ignored);

// Swift calls no functions with a variable number of arguments.

static inline void cgtk_set_accessible_label(GtkWidget *widget, const char *label) {
  gtk_accessible_update_property(
    GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

// The label that was set for assistive technologies; the caller frees it. NULL if there is none.
static inline char *cgtk_copy_accessible_label(GtkWidget *widget) {
  if (!gtk_test_accessible_has_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL)) {
    return NULL;
  }
  return gtk_test_accessible_check_property(
    GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, "");
}

static inline void cgtk_set_text_property(gpointer object, const char *name, const char *text) {
  g_object_set(object, name, text, NULL);
}
