"""The public symbols of the products, for scripts/docs and scripts/api-check."""
