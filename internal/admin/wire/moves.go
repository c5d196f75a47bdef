package wire

import "github.com/quartet-dev/quartet/internal/diag"

// ScheduledMove is a move that is set for a time, of one entry or of several at once: its
// Parts. They are moved in one transaction or not at all, and Entry is the first of them. ID
// names all of it. TimeZone is the one of who set it. A Problem says why it failed, at FailedAt. Title is "" where the entry is gone.
// Titles are what it is called by locale, where its translations have titles or it has several.
// With the direction release, Entry is the id of a release, Title its name, Collection "",
// and there are no Parts.
type ScheduledMove struct {
	ID         string           `json:"id"`
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
	Parts      []MovedPart      `json:"parts"`
}

// MovedPart is an entry that is moved, in a Locale where it has one. Title is "" where it is
// gone.
type MovedPart struct {
	Collection string `json:"collection"`
	ID         string `json:"id"`
	Locale     string `json:"locale,omitempty"`
	Title      string `json:"title"`
}

// ScheduledMoves are moves.
type ScheduledMoves struct {
	Items []ScheduledMove `json:"items"`
}

// NewMoves is the body that sets a move of 1 to 100 entries, to be made at once. The versions
// are those that were seen, without which an entry is moved as it is; an ExpectedDraft of 0
// says that it had no pending draft.
type NewMoves struct {
	Entries   []PublicationOf `json:"entries"`
	Direction string          `json:"direction" ts:"'publish' | 'unpublish'"`
	At        int64           `json:"at"`
	TimeZone  string          `json:"timeZone"`
}

// MoveTime is the body that gives a move another time.
type MoveTime struct {
	At       int64  `json:"at"`
	TimeZone string `json:"timeZone"`
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

// PublishedEntry is a publish that was made; Titles as those of a ScheduledMove. An article is
// one, with the Parts that went out together. So is a release, whose Entry is its id and whose
// Title is its name.
type PublishedEntry struct {
	Direction  string      `json:"direction" ts:"'publish' | 'release'"`
	Collection string      `json:"collection"`
	Entry      string      `json:"entry"`
	Title      string      `json:"title"`
	Titles     Object      `json:"titles,omitempty" ts:"Record<string, string>"`
	At         int64       `json:"at"`
	Actor      *Person     `json:"actor"`
	Surface    string      `json:"surface" ts:"ChangeSurface"`
	Version    int64       `json:"version"`
	Parts      []MovedPart `json:"parts"`
}
