package wire

// Entry is an EntryRow.
type Entry struct {
	ID         string  `json:"id"`
	Collection string  `json:"collection"`
	Status     string  `json:"status" ts:"Status"`
	Version    int64   `json:"version"`
	Data       Object  `json:"data"`
	AuthorID   *string `json:"authorId"`
	CreatedAt  int64   `json:"createdAt"`
	UpdatedAt  int64   `json:"updatedAt"`
	Locale     string  `json:"locale,omitempty"`
}

// EntrySummary is an entry in a list. Values holds the declared primary field,
// what uiSchema.list.columns names, and what the list was asked for by fields. Titles is the title by locale,
// where the first property with one is an object of such texts.
type EntrySummary struct {
	ID           string        `json:"id"`
	Collection   string        `json:"collection"`
	Status       string        `json:"status" ts:"Status"`
	Version      int64         `json:"version"`
	Locale       string        `json:"locale,omitempty"`
	Title        string        `json:"title"`
	Titles       Object        `json:"titles,omitempty" ts:"Record<string, string>"`
	Preview      string        `json:"preview"`
	CreatedAt    int64         `json:"createdAt"`
	UpdatedAt    int64         `json:"updatedAt"`
	AuthorID     *string       `json:"authorId"`
	Translations []Translation `json:"translations"`
	Values       Object        `json:"values,omitempty"`
}

// Translation is a translation of an entry. It has no title where nothing in it
// is one.
type Translation struct {
	Locale string `json:"locale"`
	Status string `json:"status" ts:"Status"`
	Title  string `json:"title,omitempty"`
}

// EntryDetail is an entry with what its form needs. Page is where it is seen as
// readers see it, a URL or a path of the site: its preview while it is not
// published.
type EntryDetail struct {
	Entry       Entry       `json:"entry"`
	Collection  Collection  `json:"collection"`
	Permissions Permissions `json:"permissions"`
	Related     []Related   `json:"related"`
	Page        *string     `json:"page,omitempty"`
}

// Permissions say what the caller may do to the entry as it is.
type Permissions struct {
	Edit      bool `json:"edit"`
	Publish   bool `json:"publish"`
	Unpublish bool `json:"unpublish"`
	Archive   bool `json:"archive"`
	Delete    bool `json:"delete"`
}

// Related is the entries of a collection that refer to the entry. The page goes
// on at /entries with collection, filter.<childField>=<parentValue>, limit and
// cursor.
type Related struct {
	Collection   string         `json:"collection"`
	Relationship Relationship   `json:"relationship"`
	Entries      []EntrySummary `json:"entries"`
	NextCursor   *string        `json:"nextCursor"`
}

// Relationship is how entries refer to an entry: translation or reference.
type Relationship struct {
	Kind        string `json:"kind" ts:"'translation' | 'reference'"`
	ParentField string `json:"parentField"`
	ChildField  string `json:"childField"`
	ParentValue any    `json:"parentValue"`
}

// NewEntry is the body of a creation.
type NewEntry struct {
	Data Object `json:"data"`
}

// EntryPatch is the body of a change: null removes a property.
type EntryPatch struct {
	Data            Object `json:"data"`
	ExpectedVersion int64  `json:"expectedVersion"`
}

// EntryMove is the body of a move.
type EntryMove struct {
	ExpectedVersion int64 `json:"expectedVersion,omitempty"`
}
