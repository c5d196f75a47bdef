package dbfile

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// Size is -1 for a file that cannot be looked at, and 0 for one that is not
// there.
func Size(path string) int64 {
	info, err := os.Stat(path)
	switch {
	case err == nil:
		return info.Size()
	case os.IsNotExist(err):
		return 0
	default:
		return -1
	}
}

// FreeAbove is the room in the folder of a file, or in the one where it would
// be made; -1 where that is not known.
func FreeAbove(path string) int64 {
	folder := filepath.Dir(path)
	for {
		if free := FreeBytes(folder); free >= 0 || folder == filepath.Dir(folder) {
			return free
		}
		folder = filepath.Dir(folder)
	}
}

// IsNoRoom reports whether the system has no room left for a file: its disk,
// its owner's quota or the process's limit.
func IsNoRoom(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}
