package diag

import "context"

// Described is a store as a package uses it: every call says what it is for, and
// what fails has these words in the log. Reader and Tx are what the functions
// that it runs work with.
type Described[Reader, Tx any] struct {
	Store interface {
		Read(ctx context.Context, fn func(Reader) error) error
		Update(ctx context.Context, fn func(Tx) error) error
	}
}

// Read runs fn with a look at the records.
func (d Described[Reader, Tx]) Read(ctx context.Context, what string, fn func(Reader) error) error {
	if err := d.Store.Read(ctx, fn); err != nil {
		return Attempted(err, "%s", what)
	}
	return nil
}

// Update runs fn as one transaction.
func (d Described[Reader, Tx]) Update(ctx context.Context, what string, fn func(Tx) error) error {
	if err := d.Store.Update(ctx, fn); err != nil {
		return Attempted(err, "%s", what)
	}
	return nil
}
