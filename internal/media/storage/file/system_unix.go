//go:build linux || darwin || freebsd

package file

import (
	"errors"
	"os"
	"syscall"
)

// lock holds a file against every other that opened it, in this process or
// another, until the returned function is called.
func lock(f *os.File) (unlock func(), err error) {
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err != nil {
		return nil, &os.PathError{Op: "flock", Path: f.Name(), Err: err}
	}
	return func() { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }, nil
}

func (b *Bucket) syncFolder(name string) error {
	folder, err := b.root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
