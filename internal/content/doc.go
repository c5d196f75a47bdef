// Package content executes Views, invokes Procedures and writes entries, for
// every surface alike.
//
// There is one entry writer. It projects, stamps and validates every write,
// checks it against the locale gate and the unique indexes, moves it along the
// lifecycle and runs its before-hooks. The Store gets prepared data. Hooks and
// handlers run before a write is queued, never inside the writer's transaction.
//
// The package declares the Store port and knows no database and no protocol.
package content
