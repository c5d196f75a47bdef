//go:build linux || darwin || freebsd

package dbfile

import "syscall"

// FreeBytes is how much a folder's file system has left for the service; -1
// where that is not known.
func FreeBytes(folder string) int64 {
	var found syscall.Statfs_t
	if err := syscall.Statfs(folder, &found); err != nil {
		return -1
	}
	return int64(found.Bavail) * int64(found.Bsize) //nolint:gosec,unconvert // their types differ between systems
}
