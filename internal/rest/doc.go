// Package rest is the REST surface: the catalog and the reads of public Views
// under /api/views, and the HTTP Triggers of the manifests.
//
// It turns a request into one call on content: it finds the route,
// authenticates the caller, coerces text from the path and the query to typed
// values, and writes the answer. Package content decides what a call may do and
// does it.
package rest
