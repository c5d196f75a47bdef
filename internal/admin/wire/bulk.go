package wire

// BulkChange is the body of a change of many entries: those of IDs, or all that Match
// chooses, which has the keys of a list's query. Foresee asks what it would do. With EndTimes
// a publish takes back the times at which the entries that it publishes would be published.
// A set takes one of Value, Add and Remove: in the list that an entry has, Add are values
// that come at its end where they are missing, and Remove values that go.
type BulkChange struct {
	Action       string            `json:"action" ts:"BulkAction"`
	Field        string            `json:"field,omitempty"`
	Value        any               `json:"value,omitempty"`
	Add          []any             `json:"add,omitempty"`
	Remove       []any             `json:"remove,omitempty"`
	IDs          []BulkID          `json:"ids,omitempty"`
	Match        map[string]string `json:"match,omitempty"`
	Translations bool              `json:"translations,omitempty"`
	Foresee      bool              `json:"foresee,omitempty"`
	EndTimes     bool              `json:"endTimes,omitempty"`
	Cursor       string            `json:"cursor,omitempty"`
}

// BulkID is an entry in the version that was seen.
type BulkID struct {
	ID      string `json:"id"`
	Version int64  `json:"version"`
}

// BulkResult is what became of the entries of one call. What was already as the change
// leaves it is neither done nor left, unless a move did nothing of an entry that was asked
// for. Tried is how many of those there were. NextCursor leads to the rest of what
// matches.
type BulkResult struct {
	Done       []BulkDone `json:"done"`
	Left       []BulkLeft `json:"left"`
	Tried      int        `json:"tried"`
	NextCursor *string    `json:"nextCursor"`
}

// BulkDone is an entry that was changed, or a translation of one, which Translates names.
// After is null when it is gone; Drafted tells that the change is in a draft beside it.
type BulkDone struct {
	Collection string  `json:"collection"`
	ID         string  `json:"id"`
	Translates *string `json:"translates"`
	Version    int64   `json:"version"`
	Before     string  `json:"before" ts:"Status"`
	After      *string `json:"after" ts:"Status | null"`
	Drafted    bool    `json:"drafted"`

	Former *BulkFormer `json:"former,omitempty"`
}

// BulkFormer is what a set has taken from an entry that IDs names: Value, which is missing
// where its field had none. The change is in the draft that has the counter Draft, or in the
// entry. There is no BulkFormer for a value of more than 4 KiB.
type BulkFormer struct {
	Value any   `json:"value,omitempty"`
	Draft int64 `json:"draft,omitempty"`
}

// BulkLeft is an entry that is as it was, and why. Titles are what it is called by locale,
// where its translations have titles or it has several.
type BulkLeft struct {
	Collection string `json:"collection"`
	ID         string `json:"id"`
	Title      string `json:"title"`
	Titles     Object `json:"titles,omitempty" ts:"Record<string, string>"`
	Diagnostic Reason `json:"diagnostic"`
}

// Reason is why something was not done.
type Reason struct {
	Code    string `json:"code"`
	Path    string `json:"path,omitempty"`
	Message string `json:"message"`
}

// Foresight is what a change of many entries would do. Of the Entries that were asked for
// one changes where anything of it does, a translation too. Unread is how many of those
// that a publish changes have translations, and none that is published then. Behind is what
// refers to them by a value that they have no more then. First are the first of those that
// change; More says that there are more than were looked at.
type Foresight struct {
	Entries      BulkPart       `json:"entries"`
	Translations BulkPart       `json:"translations"`
	Unread       int            `json:"unread"`
	Behind       []Behind       `json:"behind,omitempty"`
	First        []EntrySummary `json:"first"`
	More         bool           `json:"more"`
}

// Behind is how many entries of a collection have such a value in a property, which they
// keep; More says that there are more than that.
type Behind struct {
	Collection string `json:"collection"`
	Field      string `json:"field"`
	Count      int    `json:"count"`
	More       bool   `json:"more"`
}

// BulkPart is what would become of some entries. Served is how many of them stay
// published. Same is how many of those that stay are already as a set wants them.
type BulkPart struct {
	Change  int          `json:"change"`
	Stay    int          `json:"stay"`
	Same    int          `json:"same,omitempty"`
	Served  int          `json:"served"`
	Drafted int          `json:"drafted"`
	Reasons []BulkReason `json:"reasons"`
}

// BulkReason is why so many of them stay as they are.
type BulkReason struct {
	Reason
	Count int `json:"count"`
}
