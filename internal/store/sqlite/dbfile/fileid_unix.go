//go:build unix

package dbfile

import (
	"fmt"
	"io/fs"
	"syscall"
)

// ID is the device and the inode of a file.
func ID(info fs.FileInfo) string {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d:%d", s.Dev, s.Ino)
	}
	return ""
}
