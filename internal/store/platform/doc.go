// Package platform fills the ports whose records lie in the platform's own
// tables, for every database: users and sessions, the OAuth provider, site
// configuration, the audit log and the history of entries, the queue of deferred
// hooks, secrets and seeds.
//
// # Statements
//
// A statement is written once, in what SQLite and PostgreSQL have in common
// (decision 131). [sqlgen.Dialect.Platform] says how, and renders it. [Queries]
// are all of them, so that tests hold each one to every dialect.
//
// Times are epoch milliseconds and flags are 0 or 1, both as integers; lists and
// objects are JSON in a text. Parameters are never added to one another and no
// column is called by a reserved word without quotes: PostgreSQL would take
// another meaning and not complain.
//
// # Drivers
//
// A store embeds [Ports] over its own [Database]. A driver prepares statements,
// steps through rows and says what an error means; it knows none of the tables.
package platform
