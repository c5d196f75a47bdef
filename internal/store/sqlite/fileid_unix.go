//go:build unix

package sqlite

import (
	"fmt"
	"io/fs"
	"syscall"
)

// fileID is the device and the inode of a file.
func fileID(info fs.FileInfo) string {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d:%d", s.Dev, s.Ino)
	}
	return ""
}
