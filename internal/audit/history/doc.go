// Package history keeps the versions of entries. It rebuilds them from the
// records of their changes, packs old ones, and prunes what exceeds the limits
// of audit.Retention.
//
// # Where values are
//
// A record about an entry holds what undoes its change. To rebuild a version,
// the package starts at the entry as it is now, or at the newest version of a
// pack, and undoes one change after another.
//
// A [Sweeper] works behind the writes. It moves the values of records into packs,
// a few dozen of one entry together, and deletes values beyond the limits. The
// records stay, until they are too old.
//
// # The port
//
// The package contains no statement. A store gives it a [Reader] of one moment
// and a [Writer] of one transaction (decision 132). Several processes may sweep
// one database at the same time.
package history
