// Package audit defines the record of a change: who made it, through which
// surface, and what was different before and after. A record is stored in the
// transaction of its change, or not at all.
//
// The records of an entry are its history. Each keeps what undoes its change,
// so every version can be rebuilt from the entry as it is now. Package history
// packs older versions (Pack) and prunes what exceeds the limits (Keep).
//
// The package makes no records by itself: the code that makes a change makes
// its record, and the store keeps both.
package audit
