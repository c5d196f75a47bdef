// Package traces sends OpenTelemetry spans of what the program does to a
// collector, by OTLP over HTTP. Whoever embeds the service wraps it in a handler
// of their own, and does not carry this one.
//
// Nothing here makes a request wait: what the collector does not take in time
// is dropped, and said in the log at most once a minute.
package traces
