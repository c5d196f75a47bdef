// Package metrics is how Prometheus watches the program. Whoever embeds the
// service brings an observer of their own, and does not carry this one.
package metrics
