package quartet

import (
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Entry is a stored entry. As JSON it is the contract's EntryRow: authorId is
// null when it is unknown, and locale is there when Data carries one.
type Entry struct {
	ID         string         `json:"id"`
	Collection string         `json:"collection"`
	Status     Status         `json:"status"`
	Version    int64          `json:"version"`
	Data       map[string]any `json:"data"`
	AuthorID   string         `json:"authorId"`  // "" when unknown
	CreatedAt  int64          `json:"createdAt"` // Unix epoch milliseconds
	UpdatedAt  int64          `json:"updatedAt"` // Unix epoch milliseconds
}

// Status is the state of an entry.
type Status string

// The states of an entry.
const (
	Draft     Status = "draft"
	Published Status = "published"
	Archived  Status = "archived"
)

// Locale is the locale that Data carries, or "".
func (e *Entry) Locale() string { return e.content().Locale() }

// Row is the entry as the JSON value that callers see.
func (e *Entry) Row() map[string]any { return e.content().Row() }

// MarshalJSON writes the entry as Row has it.
func (e Entry) MarshalJSON() ([]byte, error) { return e.content().MarshalJSON() }

// UnmarshalJSON reads what MarshalJSON writes. Numbers of Data are int64 or
// float64.
func (e *Entry) UnmarshalJSON(text []byte) error {
	var below content.Entry
	err := below.UnmarshalJSON(text)
	if err == nil {
		*e = *entryOf(&below)
	}
	return err
}

// content is the same entry for the packages below.
func (e *Entry) content() *content.Entry {
	return &content.Entry{
		ID: e.ID, Collection: e.Collection, Status: content.Status(e.Status), Version: e.Version, Data: e.Data,
		AuthorID: e.AuthorID, CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt,
	}
}

func entryOf(e *content.Entry) *Entry {
	if e == nil {
		return nil
	}
	return &Entry{
		ID: e.ID, Collection: e.Collection, Status: Status(e.Status), Version: e.Version, Data: e.Data,
		AuthorID: e.AuthorID, CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt,
	}
}

// Event is the change that a lifecycle hook is about. As JSON it is the
// contract's ctx.event.
type Event struct {
	ID      string `json:"id"`      // stable through retries
	Trigger string `json:"trigger"` // the name of the Trigger that calls
	Hook    string `json:"hook"`    // such as after_create
	Schema  string `json:"schema"`

	// Entry is the row as a JSON value: nil on before_create, the row before the
	// change on the other before_* hooks, the row after it on after_*.
	Entry map[string]any `json:"entry"`
}

// MarshalJSON writes the event; entry is null where there is none.
func (e Event) MarshalJSON() ([]byte, error) { return e.content().MarshalJSON() }

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Event) UnmarshalJSON(text []byte) error {
	var below content.Event
	err := below.UnmarshalJSON(text)
	if err == nil {
		*e = *eventOf(&below)
	}
	return err
}

func (e Event) content() content.Event {
	return content.Event{ID: e.ID, Trigger: e.Trigger, Hook: plan.Hook(e.Hook), Schema: e.Schema, Entry: e.Entry}
}

func eventOf(e *content.Event) *Event {
	if e == nil {
		return nil
	}
	return &Event{ID: e.ID, Trigger: e.Trigger, Hook: string(e.Hook), Schema: e.Schema, Entry: e.Entry}
}
