package wire

// Bin is a page of the bin, what was deleted last first; an article is one of its items. A
// page may have fewer items than its limit, or none, and still go on. KeepDays is how long an
// entry stays in it; 0 where none is kept.
type Bin struct {
	Items      []BinEntry `json:"items"`
	NextCursor *string    `json:"nextCursor"`
	KeepDays   int        `json:"keepDays"`
}

// BinEntry is a deleted entry. Parts are the translations of it that are in the bin, and
// Titles those that it has by locale, theirs among them. Of is the entry that a translation
// comes back to, which was deleted alone; null where that is gone, and for any other entry.
// Translations is how many come back with it. GoneAt is when it is gone for good.
type BinEntry struct {
	ID           string    `json:"id"`
	Collection   string    `json:"collection"`
	Status       string    `json:"status" ts:"Status"`
	Version      int64     `json:"version"`
	Locale       string    `json:"locale,omitempty"`
	Title        string    `json:"title"`
	Titles       Object    `json:"titles,omitempty" ts:"Record<string, string>"`
	Preview      string    `json:"preview"`
	DeletedAt    int64     `json:"deletedAt"`
	DeletedBy    *Person   `json:"deletedBy"`
	Surface      string    `json:"surface" ts:"ChangeSurface"`
	GoneAt       int64     `json:"goneAt"`
	Parts        []BinPart `json:"parts"`
	Of           *Named    `json:"of"`
	Translations int       `json:"translations"`
}

// BinPart is a translation in the bin of an entry that is there, too. Earlier says that it had
// been deleted before the entry was: it comes back where that is asked for.
type BinPart struct {
	ID         string  `json:"id"`
	Collection string  `json:"collection"`
	Locale     string  `json:"locale,omitempty"`
	Title      string  `json:"title"`
	DeletedAt  int64   `json:"deletedAt"`
	DeletedBy  *Person `json:"deletedBy"`
	Earlier    bool    `json:"earlier"`
}

// BinReturn is the body of a return. Earlier brings the translations back, too, that were
// deleted before the entry was.
type BinReturn struct {
	Earlier bool `json:"earlier,omitempty"`
}

// Returned is an entry that came back. Translations are the ids of those that came with
// it. Left are those that did not, with why. Missing are properties that name entries
// which are no more.
type Returned struct {
	Entry        Entry        `json:"entry"`
	Translations []string     `json:"translations"`
	Left         []LeftBehind `json:"left"`
	Missing      []string     `json:"missing"`
}

// LeftBehind is a translation that stayed in the bin. Message is that of the Diagnostic.
type LeftBehind struct {
	ID         string `json:"id"`
	Collection string `json:"collection"`
	Locale     string `json:"locale,omitempty"`
	Message    string `json:"message"`
	Diagnostic Reason `json:"diagnostic"`
}
