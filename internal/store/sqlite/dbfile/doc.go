// Package dbfile knows the files of a SQLite database: the database itself, the
// write-ahead log beside it and the index of that log.
//
// SQLite trusts its files. It does not notice that one of them was removed,
// replaced or written over while it is open (Watch), nor that a log lies beside
// a database that it does not belong to (CheckLog): it writes where nobody will
// find it, or moves pages of one database into another. Both are read off the
// formats of SQLite that are the same in every version of 3, and nothing is
// changed by looking.
//
// Connections are opened on FileSystem, by URI: it makes files that their owner
// alone can read, and tells SQLite of a full disk.
package dbfile
