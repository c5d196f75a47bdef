package sqlite

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
)

// A panic under a connection becomes one of these, and the connection is not
// used again.
var (
	// errMemory is SQLite out of the memory that its connection may use, which
	// the driver reports by a panic.
	errMemory = errors.New("out of memory")

	// errFault is everything else; above all a statement so deeply nested that
	// SQLite's stack, which is small, does not hold it.
	errFault = errors.New("the statement broke its connection")
)

// recoverPanic runs fn and makes an error of a panic.
func recoverPanic(c *conn, fn func(*conn) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = panicked(v)
		}
	}()
	return fn(c)
}

func panicked(v any) error {
	err, ok := v.(error)
	if _, fault := v.(runtime.Error); ok && !fault {
		return fmt.Errorf("%w: %w", errMemory, err)
	}
	return fmt.Errorf("%w: %v\n%s", errFault, v, debug.Stack())
}

// isLost reports whether the connection must not be used again.
func isLost(err error) bool { return errors.Is(err, errMemory) || errors.Is(err, errFault) }

// failure is the diagnostic for an error of the database.
func failure(err error) *diag.Diagnostic {
	var known *diag.Diagnostic
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, dbfile.ErrForeign):
		return diag.At(diag.ResourceUnavailable, "input#", "The database cannot be written now.").WithCause(err)
	case isFull(err):
		return store.Full(err)
	case errors.Is(err, sqlite3.TOOBIG):
		return store.TooLarge(err)
	case errors.Is(err, errMemory):
		return store.Exhausted(err)
	case passing(err):
		return store.Unavailable(err)
	case exceedsPattern(err):
		return diag.At(diag.InputValidationFailed, "input#", "A pattern to search by is longer than it may be.")
	default:
		return diag.Internal(err)
	}
}

// passing reports whether an error is of the moment, or of the place that the file lies in,
// and not of a statement.
func passing(err error) bool {
	for _, code := range []error{
		sqlite3.BUSY, sqlite3.LOCKED, sqlite3.INTERRUPT, sqlite3.IOERR, sqlite3.CANTOPEN, sqlite3.READONLY,
		sqlite3.PERM, sqlite3.PROTOCOL, sqlite3.NOTADB, sqlite3.CORRUPT, context.Canceled, context.DeadlineExceeded, dbfile.ErrUnseen,
	} {
		if errors.Is(err, code) {
			return true
		}
	}
	return false
}

// exceedsPattern reports whether a pattern of LIKE or GLOB is beyond its limit, for which
// SQLite has words alone.
func exceedsPattern(err error) bool {
	return errors.Is(err, sqlite3.ERROR) && strings.Contains(err.Error(), "LIKE or GLOB pattern too complex")
}

// mayEndTransaction reports whether SQLite may, after the error, have rolled the
// whole transaction back.
func mayEndTransaction(err error) bool {
	for _, code := range []error{sqlite3.FULL, sqlite3.NOMEM, sqlite3.BUSY, sqlite3.INTERRUPT} {
		if errors.Is(err, code) {
			return true
		}
	}
	return isBroken(err) || isLost(err)
}

// isFull reports whether there was no room for a write, or for what a read has
// to keep aside.
func isFull(err error) bool { return errors.Is(err, sqlite3.FULL) || dbfile.IsNoRoom(err) }

// isBroken reports whether the file, or the disk under it, refuses to be
// written.
func isBroken(err error) bool {
	for _, code := range []error{
		sqlite3.IOERR, sqlite3.CORRUPT, sqlite3.NOTADB, sqlite3.READONLY, sqlite3.CANTOPEN, sqlite3.PERM,
	} {
		if errors.Is(err, code) {
			return true
		}
	}
	return false
}

// violatesUnique reports whether a unique index or primary key refused the row.
func violatesUnique(err error) bool {
	return errors.Is(err, sqlite3.CONSTRAINT_UNIQUE) || errors.Is(err, sqlite3.CONSTRAINT_PRIMARYKEY)
}

// isBusy reports whether another process held the lock for longer than we wait.
func isBusy(err error) bool { return errors.Is(err, sqlite3.BUSY) }

// isInterrupt reports whether the connection's watch stopped the statement.
func isInterrupt(err error) bool { return errors.Is(err, sqlite3.INTERRUPT) }
