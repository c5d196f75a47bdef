// Package sqlite keeps the service's data in one SQLite file. It implements the
// Store port of content over github.com/ncruces/go-sqlite3.
//
// # Connections
//
// One goroutine owns the one connection that writes. It takes all jobs that
// wait, commits them together and only then answers, so a durable commit costs
// one sync for a group and not one for each write. Reads run on a small pool of
// read-only connections that keep their prepared statements. The statements of
// sql Views run on connections of their own, under an authorizer that shows
// them the Schemas' tables and nothing else.
//
// A read is buffered under a limit and gives its connection back before
// anything is sent, so a slow client blocks neither a reader nor a checkpoint.
//
// # Tables
//
// Each Schema has a table: the reserved columns, data as JSON text, and a
// column for each property. data is the truth. Open has package layout compare
// the tables with the plan and change them in one transaction, or refuses with
// SCHEMA_CHANGE_BLOCKED and changes nothing. The names of the platform's tables
// begin with _quartet_, except site_config; package migrations makes them, and
// package platform implements the ports over them.
//
// # Search
//
// A large collection has a search table, an FTS5 index of the grams of its
// texts. The table only says where a term may be; each row is checked again.
// Every write marks its row, in its own transaction; an indexer adds marked and
// new rows to the table later, in batches.
//
// # Errors
//
// Every error of a Store is a diagnostic, chosen by SQLite's result codes and
// never by the text of an error.
package sqlite
