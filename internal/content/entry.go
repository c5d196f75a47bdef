package content

import "github.com/quartet-dev/quartet/internal/plan"

// Status is an entry's state.
type Status = plan.Status

// The states of an entry.
const (
	Draft     = plan.Draft
	Published = plan.Published
	Archived  = plan.Archived
)

// Entry is a stored row: the EntryRow of the contract. CreatedAt and UpdatedAt
// are Unix epoch milliseconds; AuthorID is "" when unknown.
type Entry struct {
	ID         string
	Collection string
	Status     Status
	Version    int64
	Data       map[string]any
	AuthorID   string
	CreatedAt  int64
	UpdatedAt  int64
}

// Locale is data.locale, or "".
func (e *Entry) Locale() string {
	locale, _ := e.Data["locale"].(string)
	return locale
}

// Row is the entry as the JSON value that callers see. locale is present only
// when data carries one.
func (e *Entry) Row() map[string]any {
	row := map[string]any{
		"id": e.ID, "collection": e.Collection, "status": string(e.Status), "version": e.Version,
		"data": e.Data, "authorId": nil, "createdAt": e.CreatedAt, "updatedAt": e.UpdatedAt,
	}
	if e.AuthorID != "" {
		row["authorId"] = e.AuthorID
	}
	if locale := e.Locale(); locale != "" {
		row["locale"] = locale
	}
	return row
}
