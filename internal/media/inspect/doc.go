// Package inspect finds out what the bytes of an upload really are, and refuses
// what is not harmless. It promises three things:
//
//   - A file that is accepted is a whole file of its declared type, from its
//     first byte to its last: nothing is cut off and nothing is appended.
//   - It runs nothing, loads nothing from elsewhere and does not say where a
//     picture was taken.
//   - Memory is bounded whatever the file says of itself: it is read as a stream,
//     and nothing in it is ever decompressed or decoded.
//
// It knows no store and no purposes. inspecttest has hostile files for the tests
// of other packages.
package inspect
