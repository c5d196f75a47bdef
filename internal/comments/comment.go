package comments

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// The bounds of comments.
const (
	MaxText     = 2000 // characters
	MaxOfEntry  = 300
	MaxMentions = 10 // of one comment
	maxPointer  = 256
	MaxQuote    = 200 // characters
	MaxAround   = 32  // characters before a quote, and behind it
)

// Comment is one that somebody made. Names are those that the people had when they did
// something, for when they are gone; an address is none.
type Comment struct {
	ID         string // rises with time
	Collection string
	Entry      string
	Thread     string // the id of the first comment of its thread, which may be its own
	Pointer    string // the field, by its JSON pointer; "" for the whole entry
	Quote      *Quote // the words of the field that it is on; nil for the whole field
	Author     string // the id of a user
	AuthorName string
	Text       string    // "" where it was removed
	Mentions   []Mention // everybody who was ever mentioned in it
	CreatedAt  time.Time
	EditedAt   time.Time // zero for never
	RemovedAt  time.Time // of the first of a thread that has answers; zero otherwise

	// Of the first comment of a thread; zero while it is open.
	ResolvedAt   time.Time
	ResolvedBy   string
	ResolvedName string
}

// Mention is somebody who was mentioned.
type Mention struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Quote is a place in a text, by its words: those that were selected, and what stood before
// and behind them, which tell it from others of the same words. It is found again as long as
// the words are there (decision 343).
type Quote struct {
	Exact  string `json:"exact"`
	Prefix string `json:"prefix"`
	Suffix string `json:"suffix"`
}

// IsFirst reports whether the comment began its thread.
func (c *Comment) IsFirst() bool { return c.Thread == c.ID }

// Place is an entry that is commented on.
type Place struct{ Collection, Entry string }

// Store keeps comments. Its errors are diagnostics.
type Store interface {
	// OfEntry gives the comments of an entry, the oldest first.
	OfEntry(ctx context.Context, at Place) ([]*Comment, error)

	// One gives a comment; nil for none.
	One(ctx context.Context, id string) (*Comment, error)

	// Last gives the comments of the site that were made last, the last first.
	Last(ctx context.Context, limit int) ([]*Comment, error)

	// Update does fn in a write transaction.
	Update(ctx context.Context, fn func(Tx) error) error

	// Places gives entries that have comments, behind one of them, and since when each
	// is known to be gone; zero for one that is not.
	Places(ctx context.Context, behind Place, limit int) ([]Commented, error)

	// Language is in which language a person reads; "" where it is not known.
	Language(ctx context.Context, user string) (string, error)
}

// Commented is an entry that has comments.
type Commented struct {
	Place
	Gone time.Time
}

// Tx changes comments.
type Tx interface {
	OfEntry(at Place) ([]*Comment, error)
	Put(c *Comment) error
	Delete(id string) error

	// SetGone notes since when an entry is gone, zero for not; DeleteOf deletes its
	// comments.
	SetGone(at Place, since time.Time) error
	DeleteOf(at Place) error

	SetLanguage(user, language string) error

	// Event stores an event for the queue of deferred hooks.
	Event(e *content.Deferred) error
	Record(r *audit.Record) error
}

var mention = lazyregexp.New(`<@([A-Za-z0-9_-]{1,64})>`)

// Mentioned are the ids that a text mentions, each once.
func Mentioned(text string) (ids []string) {
	for _, found := range mention.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(ids, found[1]) {
			ids = append(ids, found[1])
		}
	}
	return ids
}

// Named is a text with names in the place of mentions.
func Named(text string, nameOf func(id string) string) string {
	return mention.ReplaceAllStringFunc(text, func(found string) string {
		return "@" + nameOf(found[2:len(found)-1])
	})
}

// checkText gives a text as it is kept.
func checkText(text string) (string, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	switch {
	case text == "":
		return "", wrong("text", "A comment says something.")
	case utf8.RuneCountInString(text) > MaxText:
		return "", wrong("text", "A comment has at most 2,000 characters.")
	case strings.ContainsFunc(text, isControl):
		return "", wrong("text", "A comment is plain text, without control characters.")
	}
	return text, nil
}

// check refuses a quote that is none, or of no field.
func (q *Quote) check(pointer string) error {
	switch {
	case q == nil:
		return nil
	case pointer == "":
		return wrong("quote", "A quote is of a field: name it.")
	case strings.TrimSpace(q.Exact) == "":
		return wrong("quote/exact", "A quote has words.")
	case utf8.RuneCountInString(q.Exact) > MaxQuote:
		return wrong("quote/exact", "A quote has at most 200 characters.")
	case utf8.RuneCountInString(q.Prefix) > MaxAround:
		return wrong("quote/prefix", "What is before a quote has at most 32 characters.")
	case utf8.RuneCountInString(q.Suffix) > MaxAround:
		return wrong("quote/suffix", "What is behind a quote has at most 32 characters.")
	case strings.ContainsFunc(q.Exact+q.Prefix+q.Suffix, isControl):
		return wrong("quote", "A quote is plain text, without control characters.")
	}
	return nil
}

func isControl(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }

func wrong(key, message string) *diag.Diagnostic {
	return diag.At(diag.InputValidationFailed, "input#/"+key, message)
}
