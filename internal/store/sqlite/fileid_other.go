//go:build !unix

package sqlite

import "io/fs"

func fileID(fs.FileInfo) string { return "" }
