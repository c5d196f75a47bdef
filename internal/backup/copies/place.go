package copies

import (
	"context"
	"errors"
	"io"
	"os"
)

// ErrNotFound is for a name that no copy has, ErrExists for one that is taken.
var (
	ErrNotFound = errors.New("there is no such copy")
	ErrExists   = errors.New("there is a file of this name already")
)

// Place keeps copies. It is safe for concurrent use, also by several processes.
type Place interface {
	// Where is the place as an operator knows it, without what need not be shown.
	Where() string

	// Draft is an empty file to write a copy into, that its owner alone can read.
	// Whoever closes it drops what was not kept.
	Draft() (*Draft, error)

	// Keep makes what is in a draft a copy of that name, whole or not at all, and
	// reads it back where the place is another machine: digest is that of
	// archive.CheckSeal.
	Keep(ctx context.Context, d *Draft, name, digest string) error

	// Open reads a copy; the error may be ErrNotFound. The caller closes it.
	Open(ctx context.Context, name string) (io.ReadSeekCloser, int64, error)

	// List yields the copies of the place, the newest first, and nothing else that
	// may be there.
	List(ctx context.Context) ([]Copy, error)

	// Delete removes a copy. One that is not there is no error.
	Delete(ctx context.Context, name string) error

	// Close ends what the place holds open.
	Close() error
}

// Draft is a file that is written and read before it becomes a copy.
type Draft struct {
	*os.File
	kept bool
}

// Close drops a draft that was not kept.
func (d *Draft) Close() error {
	err := d.File.Close()
	if !d.kept {
		err = errors.Join(err, os.Remove(d.Name()))
	}
	return err
}
