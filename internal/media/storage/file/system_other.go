//go:build !linux && !darwin && !freebsd

package file

import (
	"os"
	"sync"
)

var writing sync.Mutex

// lock holds all files against the other requests of this process.
func lock(*os.File) (unlock func(), err error) {
	writing.Lock()
	return writing.Unlock, nil
}

// syncFolder does nothing: these systems sync no folders.
func (b *Bucket) syncFolder(string) error { return nil }
