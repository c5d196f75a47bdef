// Package metrics counts requests and shows the condition of the service to
// Prometheus. It belongs to the program: an embedding program brings an
// observer of its own and does not link this package (decision 30).
package metrics
