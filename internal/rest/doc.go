// Package rest is the REST surface: the catalog and the reads of public Views
// under /api/views, and the HTTP Triggers of the manifests.
//
// It turns a request into one call on content: it finds the route, asks who
// calls, coerces text from the path and the query to typed values, and writes
// the answer. What a call may do and what it does is content's business.
package rest
