package wire

import "github.com/quartet-dev/quartet/internal/diag"

// ScheduledMove is a move of an entry that is set for a time. TimeZone is the one of who
// set it. A Problem says why it failed, at FailedAt. Title is "" where the entry is gone.
// Titles are what it is called by locale, where its translations have titles or it has several.
// With the direction release, Entry is the id of a release, Title its name, and Collection
// "".
type ScheduledMove struct {
	Collection string           `json:"collection"`
	Entry      string           `json:"entry"`
	Title      string           `json:"title"`
	Titles     Object           `json:"titles,omitempty" ts:"Record<string, string>"`
	Direction  string           `json:"direction" ts:"'publish' | 'unpublish' | 'release'"`
	At         int64            `json:"at"`
	TimeZone   string           `json:"timeZone"`
	Actor      *Person          `json:"actor"`
	SetAt      int64            `json:"setAt"`
	FailedAt   *int64           `json:"failedAt"`
	Problem    *diag.Diagnostic `json:"problem" ts:"import('./diagnostic.gen').Diagnostic | null"`
	Told       bool             `json:"told"`
}

// ScheduledMoves are moves.
type ScheduledMoves struct {
	Items []ScheduledMove `json:"items"`
}

// NewMove is the body that sets a move: at is in epoch milliseconds, the zone of the IANA
// database.
type NewMove struct {
	Direction string `json:"direction" ts:"'publish' | 'unpublish'"`
	At        int64  `json:"at"`
	TimeZone  string `json:"timeZone"`
}

// Calendar is what is set for a span of time, failed moves too, and what was published in
// it. More says that a list was cut.
type Calendar struct {
	Scheduled []ScheduledMove  `json:"scheduled"`
	Published []PublishedEntry `json:"published"`
	More      bool             `json:"more"`
}

// PublishedEntry is a publish that was made; Titles as those of a ScheduledMove.
type PublishedEntry struct {
	Collection string  `json:"collection"`
	Entry      string  `json:"entry"`
	Title      string  `json:"title"`
	Titles     Object  `json:"titles,omitempty" ts:"Record<string, string>"`
	At         int64   `json:"at"`
	Actor      *Person `json:"actor"`
	Surface    string  `json:"surface" ts:"ChangeSurface"`
	Version    int64   `json:"version"`
}
