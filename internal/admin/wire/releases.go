package wire

import "github.com/quartet-dev/quartet/internal/diag"

// Release is a named set of entries that is published together. At and TimeZone are those
// of who set its time; a Problem says why it failed then, at FailedAt.
type Release struct {
	ID          string           `json:"id"`
	Name        string           `json:"name"`
	State       string           `json:"state" ts:"'open' | 'scheduled' | 'failed' | 'published'"`
	Count       int              `json:"count"`
	CreatedAt   int64            `json:"createdAt"`
	CreatedBy   *Person          `json:"createdBy"`
	At          *int64           `json:"at"`
	TimeZone    *string          `json:"timeZone"`
	SetBy       *Person          `json:"setBy"`
	FailedAt    *int64           `json:"failedAt"`
	Problem     *diag.Diagnostic `json:"problem" ts:"import('./diagnostic.gen').Diagnostic | null"`
	PublishedAt *int64           `json:"publishedAt"`
	PublishedBy *Person          `json:"publishedBy"`
}

// Releases are releases without their entries.
type Releases struct {
	Items      []Release `json:"items"`
	NextCursor *string   `json:"nextCursor"`
}

// ReleaseDetail is a release with its entries, in the order in which they were added.
type ReleaseDetail struct {
	Release
	Entries []ReleaseEntry `json:"entries"`
}

// ReleaseEntry is an entry of a release. Gone says that it was deleted. Waits says that
// there is something to publish, and Refused why that would be refused, but for its hooks.
// Article is the one that it is a language of, or itself where it has languages.
// Version and Draft are what a publish of it as it was seen names.
type ReleaseEntry struct {
	Collection string  `json:"collection"`
	ID         string  `json:"id"`
	Title      string  `json:"title"`
	Locale     *string `json:"locale"`
	Article    *Named  `json:"article,omitempty"`
	Status     string  `json:"status" ts:"Status"`
	Version    int64   `json:"version"`
	Draft      int64   `json:"draft"`
	Gone       bool    `json:"gone"`
	Waits      bool    `json:"waits"`
	Refused    *Reason `json:"refused"`
	AddedAt    int64   `json:"addedAt"`
	AddedBy    *Person `json:"addedBy"`
}

// NewRelease is the body that makes a release, or gives it another name.
type NewRelease struct {
	Name string `json:"name"`
}

// NewReleaseEntries is the body that adds entries to a release, and with Translations those
// of their translations that have something to publish.
type NewReleaseEntries struct {
	Entries      []NamedEntry `json:"entries"`
	Translations bool         `json:"translations,omitempty"`
}

// NamedEntry is an entry by its name.
type NamedEntry struct {
	Collection string `json:"collection"`
	ID         string `json:"id"`
}

// ReleaseTime is the body that sets the time of a release: at is in epoch milliseconds, the
// zone of the IANA database.
type ReleaseTime struct {
	At       int64  `json:"at"`
	TimeZone string `json:"timeZone"`
}
