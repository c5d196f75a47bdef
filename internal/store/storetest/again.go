package storetest

import (
	"context"
	"errors"

	"github.com/quartet-dev/quartet/internal/store/platform"
)

var errAgain = errors.New("the transaction is run again")

// twice runs fn in two units of work, as a database does which cannot commit the
// first one: what fn changes in it is taken back, and what it leaves in variables
// is there when it runs again.
func twice[Tx any](run func(func(Tx) error) error, fn func(Tx) error) error {
	_ = run(func(tx Tx) error { _ = fn(tx); return errAgain })
	return run(fn)
}

// units are the units of work of a port.
type units[Reader, Tx any] interface {
	Read(ctx context.Context, fn func(Reader) error) error
	Update(ctx context.Context, fn func(Tx) error) error
}

// Again is a port that runs each function twice.
type Again[Reader, Tx any] struct{ Port units[Reader, Tx] }

// Read implements the port.
func (a Again[Reader, Tx]) Read(ctx context.Context, fn func(Reader) error) error {
	return twice(func(fn func(Reader) error) error { return a.Port.Read(ctx, fn) }, fn)
}

// Update implements the port.
func (a Again[Reader, Tx]) Update(ctx context.Context, fn func(Tx) error) error {
	return twice(func(fn func(Tx) error) error { return a.Port.Update(ctx, fn) }, fn)
}

// AgainDatabase is a platform.Database that does each Work twice.
type AgainDatabase struct{ platform.Database }

// Read implements platform.Database.
func (a AgainDatabase) Read(ctx context.Context, w platform.Work) error {
	return again(ctx, a.Database.Read, w)
}

// ReadSnapshot implements platform.Database.
func (a AgainDatabase) ReadSnapshot(ctx context.Context, w platform.Work) error {
	return again(ctx, a.Database.ReadSnapshot, w)
}

// Update implements platform.Database.
func (a AgainDatabase) Update(ctx context.Context, w platform.Work) error {
	return again(ctx, a.Database.Update, w)
}

// UpdateInBackground implements platform.Database.
func (a AgainDatabase) UpdateInBackground(ctx context.Context, w platform.Work) error {
	return again(ctx, a.Database.UpdateInBackground, w)
}

func again(ctx context.Context, run func(context.Context, platform.Work) error, w platform.Work) error {
	return twice(func(fn func(*platform.Conn) error) error { return run(ctx, platform.Func(fn)) }, w.Do)
}
