// Package backup takes copies of a site while it is served, and restores them: all
// data of one moment, with the bytes of the media library where they are wanted.
//
// # A copy
//
// Package archive is its form, package copies the place where it is kept. A copy is read
// back whole before it has its name, and from another machine again after that. What
// was answered before a copy began is in it.
//
// # The schedule
//
// [Service] takes copies while a site is served. Of several processes one takes each:
// the record of a copy is its claim, in the database that they share (decision 215).
// What fails is recorded, logged and tried again.
//
// # Restoring
//
// [Restore] looks at all of an archive first, and loads it into a database and a media
// storage that hold nothing. The database is marked until it is whole, and nobody serves
// it before.
package backup
