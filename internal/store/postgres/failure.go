package postgres

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store"
)

// The states of PostgreSQL's errors that something is decided by.
const (
	uniqueViolation      = "23505"
	serializationFailure = "40001"
	deadlock             = "40P01"
	tooLongForIndex      = "54000"
	queryCanceled        = "57014"
	changedResult        = "0A000" // of a prepared statement whose columns are others now
	readOnlyTransaction  = "25006" // a server that has become a standby
	invalidRegexp        = "2201B"
	invalidPassword      = "28P01"
	notAuthorized        = "28000"
)

// passingClasses are those of errors of the moment: connections, resources, the
// administrator, locks that were waited for too long.
var passingClasses = []string{"08", "53", "57", "55"}

func stateOf(err error) string {
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}

func hasState(err error, states ...string) bool {
	found := stateOf(err)
	for _, state := range states {
		if found == state {
			return true
		}
	}
	return false
}

// isRepeatable reports whether PostgreSQL has taken a transaction back so that it
// is run again.
func isRepeatable(err error) bool { return hasState(err, serializationFailure, deadlock) }

// isLost reports whether the connection is gone, or must not be used again, and
// another one may do.
func isLost(err error) bool {
	var refused *pgconn.PgError
	var known *diag.Diagnostic
	switch {
	case err == nil, errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return false
	case errors.As(err, &refused):
		state := refused.Code
		return strings.HasPrefix(state, "08") || strings.HasPrefix(state, "57P") ||
			state == readOnlyTransaction || state == changedResult && strings.Contains(refused.Routine, "RevalidateCachedQuery")
	}
	var connecting *pgconn.ConnectError
	return errors.As(err, &connecting) || pgconn.SafeToRetry(err) || isBroken(err)
}

// isBroken reports whether the connection ended in the middle of something.
func isBroken(err error) bool {
	var network interface{ Timeout() bool }
	return errors.Is(err, errUnexpectedEnd) || errors.As(err, &network) || strings.Contains(err.Error(), "conn closed") ||
		strings.Contains(err.Error(), "unexpected EOF") || strings.Contains(err.Error(), "conn busy")
}

// failure is the diagnostic for an error of the database.
func failure(err error) *diag.Diagnostic {
	var known *diag.Diagnostic
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return known
	case hasState(err, queryCanceled), errors.Is(err, context.DeadlineExceeded):
		return store.TooSlow(err)
	case hasState(err, invalidRegexp):
		return diag.At(diag.InputValidationFailed, "input#", "A pattern to search by is longer than it may be.")
	case isLost(err), isRepeatable(err), isPassing(err), errors.Is(err, context.Canceled), errors.Is(err, puddle.ErrClosedPool):
		return store.Unavailable(err)
	default:
		return diag.Internal(err)
	}
}

func isPassing(err error) bool {
	state := stateOf(err)
	for _, class := range passingClasses {
		if strings.HasPrefix(state, class) {
			return true
		}
	}
	return false
}
