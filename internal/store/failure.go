package store

import (
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// The diagnostics of a database, which are the same for every adapter.

// Unavailable is an error of the moment.
func Unavailable(cause error) *diag.Diagnostic {
	d := diag.At(diag.ResourceUnavailable, "input#", "The database cannot answer now.")
	d.Suggestion = "Repeat the request later."
	return d.WithCause(cause)
}

// Full is a disk without room.
func Full(cause error) *diag.Diagnostic {
	d := diag.At(diag.ResourceExhausted, "input#", "There is no room left on the disk for this.")
	d.Suggestion = "Repeat the request later."
	return d.WithCause(cause)
}

// Exhausted is a database without memory.
func Exhausted(cause error) *diag.Diagnostic {
	return diag.At(diag.ResourceExhausted, "input#", "The database has no memory left for this.").WithCause(cause)
}

// TooLarge is a value, or a row, past what the database holds.
func TooLarge(cause error) *diag.Diagnostic {
	d := diag.At(diag.ResourceExhausted, "input#", "The database does not hold a value or an entry of this length.")
	d.Suggestion = "Divide it among several entries, or store it in the media library."
	return d.WithCause(cause)
}

// TooSlow is a read that its time has ended.
func TooSlow(cause error) *diag.Diagnostic {
	d := diag.At(diag.ResourceExhausted, "input#", "The read took longer than it may.")
	d.Suggestion = "Ask for fewer rows, or add an index that serves the View."
	return d.WithCause(cause)
}

// TooLong is an answer past its byte cap.
func TooLong() *diag.Diagnostic {
	d := diag.At(diag.ResourceExhausted, "input#", "The answer is longer than it may be.")
	d.Suggestion = "Ask for fewer rows at a time."
	return d
}

// NoEntry is what whoever asks for an entry that is not there is told.
func NoEntry() *diag.Diagnostic {
	return diag.At(diag.NotFound, "input#", "There is no such entry.")
}

// Moved is why a change of an entry that was written meanwhile is refused.
func Moved() *diag.Diagnostic { return content.MovedEntry() }

// IDTaken is why an entry with the id of another one is refused.
func IDTaken() *diag.Diagnostic { return content.IDTaken() }
