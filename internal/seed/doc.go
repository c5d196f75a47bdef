// Package seed loads the entries of a site's seed folder, once each, through
// the same entry writer as every other caller.
//
// A seed document is { collection, status?, data }. The loader remembers each
// document by the hash of its meaning, so loading a folder twice, or after a
// file was renamed or reformatted, changes nothing. Documents are independent:
// one that is refused is reported at its place, and the others are loaded. Check says
// what would be refused before there is a database.
package seed
