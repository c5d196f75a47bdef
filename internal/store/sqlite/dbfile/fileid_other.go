//go:build !unix

package dbfile

import "io/fs"

// ID is "": it is not known.
func ID(fs.FileInfo) string { return "" }
