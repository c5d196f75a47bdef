package postgres

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/puddle/v2"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store"
)

// The states of PostgreSQL's errors that something is decided by.
const (
	uniqueViolation      = "23505"
	serializationFailure = "40001"
	deadlock             = "40P01"
	limitExceeded        = "54000" // a row too long for its index, a text longer than any
	queryCanceled        = "57014"
	changedResult        = "0A000" // of a prepared statement whose columns are others now
	readOnlyTransaction  = "25006" // a server that has become a standby
	invalidRegexp        = "2201B"
	invalidPassword      = "28P01"
	outOfMemory          = "53200"
	configuredLimit      = "53400" // such as temp_file_limit
	internalError        = "XX000"
	notAuthorized        = "28000"
	noDatabase           = "3D000"
	unknownParameter     = "42704"
	badParameter         = "22023"
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

// errLost is a connection that ended in the middle of something.
var errLost = errors.New("the connection to the database was lost")

// isLost reports whether the connection is gone, or must not be used again, and
// another one may do.
func isLost(err error) bool {
	var refused *pgconn.PgError
	var known *diag.Diagnostic
	switch {
	case err == nil, errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return false
	case errors.As(err, &refused):
		return isOfConnection(refused)
	}
	var connecting *pgconn.ConnectError
	return errors.As(err, &connecting) || errors.Is(err, errLost) || pgconn.SafeToRetry(err)
}

// isOfConnection reports whether the server refuses what another connection of the
// pool may do: it ends, has become a standby, or has changed under a prepared
// statement.
func isOfConnection(err *pgconn.PgError) bool {
	return strings.HasPrefix(err.Code, "08") || strings.HasPrefix(err.Code, "57P") || err.Code == readOnlyTransaction ||
		err.Code == changedResult && err.Routine == "RevalidateCachedQuery"
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
	case errors.As(err, new(*pgproto3.ExceededMaxBodyLenErr)):
		return store.TooLong()
	case isExhausted(err):
		return store.Exhausted(err)
	case hasState(err, invalidRegexp):
		return diag.At(diag.InputValidationFailed, "input#", "A pattern to search by is longer than it may be.")
	case isLost(err), isRepeatable(err), isPassing(err), errors.Is(err, context.Canceled), errors.Is(err, puddle.ErrClosedPool):
		return store.Unavailable(err)
	default:
		return diag.Internal(err)
	}
}

// isExhausted reports whether a statement wanted more memory or room than it may
// have. For a value that no memory holds there is no state of its own.
func isExhausted(err error) bool {
	state := stateOf(err)
	return state == outOfMemory || state == configuredLimit || strings.HasPrefix(state, "54") ||
		state == internalError && strings.Contains(err.Error(), "invalid memory alloc request size")
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
