// Package dbfile knows the files of a SQLite database: the database itself, the
// write-ahead log beside it and the index of that log.
//
// SQLite trusts its files. It does not notice that a file was removed, replaced
// or overwritten while it is open, and goes on writing where nobody will find
// it ([Watch]). Nor does it notice a log that belongs to another database, whose
// pages it would move into this one ([CheckLog]). The package reads both from the
// file formats, which are the same in all versions of SQLite 3, and changes
// nothing.
//
// Connections open files on [FileSystem], by [URI]. It creates files that only
// their owner can read, and reports a full disk as SQLITE_FULL.
package dbfile
