package copies

import (
	"time"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// Extension is what the name of a copy ends in.
const Extension = ".zip"

const nameLayout = "backup-20060102T150405.000Z"

var namePattern = lazyregexp.New(`^backup-[0-9]{8}T[0-9]{6}\.[0-9]{3}Z\.zip$`)

// Name is that of a copy of a moment.
func Name(at time.Time) string { return at.UTC().Format(nameLayout) + Extension }

// Moment is when the copy of a name was taken; ok is false for a name that is none.
func Moment(name string) (at time.Time, ok bool) {
	if !namePattern.MatchString(name) {
		return time.Time{}, false
	}
	at, err := time.Parse(nameLayout+Extension, name)
	return at, err == nil
}
