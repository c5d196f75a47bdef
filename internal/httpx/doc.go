// Package httpx holds what every HTTP surface shares: the frame around a
// request (request id, access log, recovery, security headers, the cache
// boundary, the observer), the JSON envelopes, reading a JSON body under
// limits, entity tags, HTML pages, the list of reserved paths, and the static
// layer, which serves files where no surface has a route.
//
// It knows HTTP and diagnostics, and nothing about the service behind them.
package httpx
