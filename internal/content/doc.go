// Package content is what the service does: it executes Views, invokes
// Procedures and writes entries, for every surface alike.
//
// There is one entry writer. Every write, whoever asks, is projected, stamped,
// validated, checked against the locale gate and the unique indexes, moved
// along the lifecycle and shown to its before-hooks here; what reaches the
// Store is prepared data. Hooks and handlers run before a write is queued,
// never inside the writer's transaction.
//
// The package declares the Store port and knows no database and no protocol.
package content
