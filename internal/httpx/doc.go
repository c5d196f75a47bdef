// Package httpx holds what every HTTP surface shares: the frame around a
// request (request id, access log, recovery, security headers, the cache
// boundary), the JSON envelopes, reading a JSON body under limits, entity
// tags, and the list of reserved paths.
//
// It knows HTTP and diagnostics and nothing of the service behind them.
package httpx
