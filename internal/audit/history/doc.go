// Package history keeps what entries were: it puts their versions together from
// the journal, packs what the journal has of them, and prunes beyond the bounds
// of audit.Keep.
//
// # Where values are
//
// A line of the journal that is about an entry has in itself what takes its
// change back. From the entry as it is now, or from the newest version of a
// pack, older ones are had by going back line by line. Behind the writes a
// [Sweeper] moves the values of lines into packs, a few dozen of one entry
// together, and throws away what is more than shall be kept. The lines stay.
//
// The package knows no statement. A store gives it a [Reader] of one moment and
// a [Writer] of one transaction; several processes may sweep one store at the
// same time.
package history
