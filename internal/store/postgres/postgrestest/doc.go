// Package postgrestest runs real PostgreSQL servers on loopback, in folders of
// their own, for the tests of other packages (decision 207).
//
// URL gives a test an empty database on a server that all test processes of a
// user share. Start gives it a server that it may stop, restart, follow with a
// standby, and reach through PgBouncer. Where PostgreSQL is not installed the
// test is skipped; in CI that is a failure.
package postgrestest
