package file

import (
	"errors"
	"io/fs"
	"os"
	"path"
)

const (
	folderMode = 0o700
	fileMode   = 0o600
)

// races is how often a folder is made again that another call removed because
// it was empty.
const races = 20

// openDraft makes the folders above a file that is made.
func (b *Bucket) openDraft(name string, flags int) (f *os.File, err error) {
	open := func() error {
		f, err = b.root.OpenFile(name, flags, fileMode)
		return err
	}
	if flags&os.O_CREATE == 0 {
		err = open()
	} else {
		err = b.inFolder(path.Dir(name), open)
	}
	return f, err
}

// inFolder makes a folder and does what needs it.
func (b *Bucket) inFolder(folder string, do func() error) (err error) {
	for range races {
		if err = b.root.MkdirAll(folder, folderMode); err == nil {
			err = do()
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return err
}

// persist puts what a folder holds on the disk, and what those above it hold:
// another call may have made the folder a moment ago.
func (b *Bucket) persist(folder string) error {
	for {
		if err := b.syncFolder(folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if folder == "." {
			return nil
		}
		folder = path.Dir(folder)
	}
}

// prune removes empty folders upwards, and returns the first that is not.
func (b *Bucket) prune(folder string) string {
	for path.Dir(folder) != "." && b.root.Remove(folder) == nil {
		folder = path.Dir(folder)
	}
	return folder
}
