// Package archive is the form of a backup: one file that holds every table of a
// site at one moment and, on request, the bytes of its media library.
//
// The file is a ZIP, so that any tool lists and unpacks it. backup.json says what
// it is and what each table must be: rows, bytes, SHA-256. tables/ holds a file a
// table, a row a line. media.ndjson tells of the objects under media/. Its last bytes, the
// comment of the ZIP, are the SHA-256 of all that is before them: whoever reads a copy
// knows whether it is whole before looking at any of it (decision 214).
package archive
