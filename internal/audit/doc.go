// Package audit is what is written down about every change: who made it,
// through which surface, and what was different before and after. A line is
// stored in the transaction of the change that it is about, or not at all.
//
// Of an entry the lines are its history: each keeps what takes its change back,
// so that every version can be put together from the entry as it is. A store
// packs the older ones (Pack), and prunes beyond bounds (Keep): see history.
//
// The package knows no change by itself: whoever makes one makes its line, and
// the store of the change keeps it.
package audit
