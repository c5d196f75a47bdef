// Package sqlite keeps the service's data in one SQLite file: it fills the
// Store port of content over github.com/ncruces/go-sqlite3.
//
// # Connections
//
// One goroutine owns the one connection that writes. It takes whatever waits,
// commits it together and only then answers, so that a durable commit costs
// one sync for a group and not one for each write. Reads run on a small pool of
// read-only connections that keep their prepared statements. The statements of
// sql Views run on connections of their own, under an authorizer that shows
// them the Schemas' tables and nothing else.
//
// A read is buffered under a cap and gives its connection back before anything
// is sent, so that a slow client holds up neither a reader nor a checkpoint.
//
// # Tables
//
// Each Schema has a table: the reserved columns, data as JSON text, and a
// column for each property. data is the truth. Open compares what the tables
// look like with what the plan wants and changes them in one transaction, or
// refuses with SCHEMA_CHANGE_BLOCKED and changes nothing. Tables of the
// platform are called _quartet_…, but for site_config, and are migrated by
// goose.
//
// # Search
//
// A large collection has a search table, an FTS5 index of its texts' grams. It
// only says where a term may be, and the rows are looked at again. Each write
// marks its row, in its own transaction; an indexer takes marked and new rows
// into the table later, in batches.
//
// # Errors
//
// Everything a Store returns is a diagnostic, chosen by SQLite's result codes
// and never by the text of an error.
package sqlite
