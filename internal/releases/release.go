package releases

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/moves"
)

// The bounds of releases.
const (
	MaxEntries = 200 // of one release
	maxName    = 80  // characters
	maxOpen    = 200 // that are not published yet
)

// Release is a named set of entries. People are ids, "" for nobody.
type Release struct {
	ID        string // rises with the time at which it was made
	Name      string
	Version   int64 // rises with each change of its entries
	CreatedBy string
	CreatedAt time.Time

	PublishedBy string
	PublishedAt time.Time // zero for one that is not published

	Count int         // of its entries
	Items []Item      // in the order in which they were added; of one release alone
	Move  *moves.Move // that publishes it at a time, or failed to; nil for none
}

// Item is an entry of a release.
type Item struct {
	Collection, Entry string
	Title             string // when it was added, for one that is gone by now
	AddedBy           string
	AddedAt           time.Time
}

// State is how far a release is.
type State string

// The states.
const (
	Open      State = "open"
	Scheduled State = "scheduled"
	Failed    State = "failed" // at the time that was set
	Published State = "published"
)

// State is how far the release is.
func (r *Release) State() State {
	switch {
	case r.IsPublished():
		return Published
	case r.Move == nil:
		return Open
	case r.Move.Failed():
		return Failed
	}
	return Scheduled
}

// IsPublished reports whether the release is out, and changes no more.
func (r *Release) IsPublished() bool { return !r.PublishedAt.IsZero() }

// named refuses a name that no release has: INPUT_VALIDATION_FAILED at input#/name.
func named(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" || utf8.RuneCountInString(name) > maxName || !jsonvalue.ValidString(name) {
		d := diag.At(diag.InputValidationFailed, "input#/name", "Must have 1 to 80 characters.")
		d.Expected = maxName
		return "", d
	}
	return name, nil
}

// storable reports whether a database can be asked for an id.
func storable(id string) bool { return len(id) <= 255 && jsonvalue.ValidString(id) }

func noRelease() *diag.Diagnostic {
	return diag.At(diag.NotFound, "input#/id", "There is no such release.")
}

func published() *diag.Diagnostic {
	return diag.At(diag.Conflict, "input#/release", "The release is published already, and changes no more.")
}
