//go:build !linux && !darwin && !freebsd

package dbfile

// FreeBytes is -1: it is not known.
func FreeBytes(string) int64 { return -1 }
