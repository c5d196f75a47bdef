// Package postgres keeps the service's data in PostgreSQL 14 or newer. It
// implements the Store port of content over github.com/jackc/pgx.
//
// # Connections
//
// Reads and writes share one bounded pool. A statement is prepared once for a
// connection and costs one round trip; an address that says so (PgBouncer) has
// none prepared. The statements of sql Views run on connections of their own,
// under a role that may read the tables of Schemas and nothing else.
//
// # Writes
//
// The write of an entry sends its transaction in one flight: it shares the lock
// of the layout, so that no table changes under it, reads the number by which it
// knows that none has changed, writes the row and what is stored beside it. The
// second flight commits (decision 206). Whoever changes tables has the lock alone.
//
// Units of work over the platform's tables are serializable and run again when
// PostgreSQL says that they must.
//
// # Faults
//
// What failed before its COMMIT was sent is tried again for a short time. After
// that nobody can know: the caller hears RESOURCE_UNAVAILABLE.
//
// # Values
//
// data is of type json, which keeps a text as it was written, and every text is
// compared by its bytes, so that answers are those of SQLite to the byte. A
// column of several types holds sqlgen.ScalarKey (decision 204).
package postgres
