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
// where the first property with one is an object of such texts. HasDraft says that there is
// a pending draft beside the entry; of an entry that is a draft itself Title is its title.
// ChangedAt is when one of its translations or a pending draft was changed, where that is after UpdatedAt.
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
	ChangedAt    int64         `json:"changedAt,omitempty"`
	AuthorID     *string       `json:"authorId"`
	Translations []Translation `json:"translations"`
	Values       Object        `json:"values,omitempty"`
	HasDraft     bool          `json:"hasDraft"`
	Move         *NextMove     `json:"move,omitempty"`
}

// NextMove is what is set for an entry, or for one of its translations, before all else
// that is: what and when.
type NextMove struct {
	Direction string `json:"direction" ts:"'publish' | 'unpublish'"`
	At        int64  `json:"at"`
}

// EntryCount is how many entries a list has. More says that there are more than that,
// which are not counted. By is how many have each value of a field, "" for none: where it was
// asked for, and there are no more.
type EntryCount struct {
	Count int64            `json:"count"`
	More  bool             `json:"more"`
	By    map[string]int64 `json:"by,omitempty"`
}

// UsedValues are the texts that the lists of a property hold, best first.
type UsedValues struct {
	Values []UsedValue `json:"values"`
}

// UsedValue is one of them, and how many of the entries that were looked at have it.
type UsedValue struct {
	Value   string `json:"value"`
	Entries int    `json:"entries"`
}

// Translation is a translation of an entry. It has no title where nothing in it
// is one. HasDraft says that there is a pending draft beside it.
type Translation struct {
	Locale   string `json:"locale"`
	Status   string `json:"status" ts:"Status"`
	Title    string `json:"title,omitempty"`
	HasDraft bool   `json:"hasDraft,omitempty"`
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
	HasDraft    bool        `json:"hasDraft"`
	Draft       *Draft      `json:"draft,omitempty"`
}

// Draft is a pending draft: what staff have made of an entry and readers do not see. Base
// is the version of the entry that it is made of, BaseData its data in that version, and
// Conflicts what was changed since in both, and not alike.
type Draft struct {
	Counter   int64    `json:"counter"`
	Base      int64    `json:"base"`
	Data      Object   `json:"data"`
	BaseData  Object   `json:"baseData"`
	Conflicts []string `json:"conflicts"`
	BegunAt   int64    `json:"begunAt"`
	BegunBy   *Person  `json:"begunBy"`
	SavedAt   int64    `json:"savedAt"`
	SavedBy   *Person  `json:"savedBy"`
	Page      *string  `json:"page"` // where staff see it as readers will; null for nowhere
}

// SavedDraft is a pending draft beside its entry, which stayed what it was: null where the draft
// would change nothing, so that there is none.
type SavedDraft struct {
	Entry Entry  `json:"entry"`
	Draft *Draft `json:"draft"`
}

// DraftPatch is the body of a save of a pending draft: null removes a property. ExpectedDraft
// is the counter of the draft that was seen, 0 for none. With ExpectedVersion the draft goes
// on from that version of the entry; a first save needs it.
type DraftPatch struct {
	Data            Object `json:"data"`
	ExpectedDraft   int64  `json:"expectedDraft"`
	ExpectedVersion int64  `json:"expectedVersion,omitempty"`
}

// DraftSeen is the body of what ends a pending draft.
type DraftSeen struct {
	ExpectedDraft int64 `json:"expectedDraft,omitempty"`
}

// Publication is the body of a publish, of the pending draft where there is one.
type Publication struct {
	ExpectedVersion int64 `json:"expectedVersion,omitempty"`
	ExpectedDraft   int64 `json:"expectedDraft,omitempty"`
}

// Publications is the body of a publish of several entries in one transaction.
type Publications struct {
	Entries []PublicationOf `json:"entries"`
}

// PublicationOf is one of them.
type PublicationOf struct {
	Collection      string `json:"collection"`
	ID              string `json:"id"`
	ExpectedVersion int64  `json:"expectedVersion,omitempty"`
	ExpectedDraft   int64  `json:"expectedDraft,omitempty"`
}

// Published are the entries that were published together, in the order of the body.
type Published struct {
	Entries []Entry `json:"entries"`
}

// Named is an entry by what it is called, and what its translations are called by locale.
type Named struct {
	Collection string `json:"collection"`
	ID         string `json:"id"`
	Title      string `json:"title"`
	Titles     Object `json:"titles,omitempty" ts:"Record<string, string>"`
}

// OwnDraft is something that the caller has begun or changed and not published: an entry that
// is a draft, or one with a pending draft. Status is that of the entry. Among the work of
// Home an article is one, with its titles and the locales that are begun or changed.
type OwnDraft struct {
	Collection string   `json:"collection"`
	ID         string   `json:"id"`
	Status     string   `json:"status" ts:"Status"`
	Title      string   `json:"title"`
	Titles     Object   `json:"titles,omitempty" ts:"Record<string, string>"`
	Locale     string   `json:"locale,omitempty"`
	Locales    []string `json:"locales,omitempty"`
	HasDraft   bool     `json:"hasDraft"`
	ChangedAt  int64    `json:"changedAt"`
	By         *Person  `json:"by,omitempty"`
}

// OwnDrafts are the caller's, the last changed first.
type OwnDrafts struct {
	Items []OwnDraft `json:"items"`
}

// Permissions say what the caller may do to the entry as it is. Publish is of its pending
// draft, where there is one.
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

// NewEntry is the body of a creation. ID is a UUID of the caller's making, with which a creation
// that had no answer is sent again: one that was made already is CONFLICT at data#/id.
type NewEntry struct {
	ID   string `json:"id,omitempty"`
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
