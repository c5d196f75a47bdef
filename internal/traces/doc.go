// Package traces sends OpenTelemetry spans of the program's work to a
// collector, by OTLP over HTTP. It belongs to the program: an embedding program
// wraps the service in a handler of its own and does not link this package.
//
// Requests never wait for it: spans that the collector does not take in time
// are dropped, and the log says so at most once a minute.
package traces
