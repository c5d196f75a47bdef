// Package seed loads the entries of a site's seed folder, once each, through
// the same entry writer as everyone else.
//
// A seed document is { collection, status?, data }. What was loaded is
// remembered by the hash of its meaning, so that loading a folder twice, or
// after a file was renamed or reformatted, changes nothing. Documents stand
// for themselves: one that is refused is reported at its place, and the others
// are loaded.
package seed
