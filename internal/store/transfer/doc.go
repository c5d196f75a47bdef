// Package transfer reads all that a database holds at one moment, and loads it
// into an empty one: under quartet copy, backup and restore, for every database.
//
// # What is copied
//
// Every table of the platform and of a Schema, also of Schemas and properties
// that are no longer declared, with these exceptions, which the target has or
// makes of its own: the record of its migrations, search tables, indexes of
// Schemas (made when the site starts), the columns of properties (made of data)
// and the claims of deferred hooks (a claimed event is due when its lease would
// have been over). Rate limits, sessions and proofs that were shown come along:
// a copy is no way around them (decision 212).
//
// # The form of a row
//
// [AppendRow] writes a row as a line of JSON, an array in the order of the
// table's columns. Databases differ in nothing that it shows, and rows come in
// the order of their keys: so the same data has the same lines, and the same
// [Sum], in each.
//
// # How far a load is
//
// Rows are loaded in the order of their keys, and nobody else writes the target.
// So what it holds says how far the load is. To go on, the source must begin with
// exactly that; then what the copy is in the end is the source at the last
// moment at which it was read, not a mixture of two (decision 213).
package transfer
