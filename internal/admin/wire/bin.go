package wire

// Bin is a page of the bin, what was deleted last first. KeepDays is how long an entry
// stays in it; 0 where none is kept.
type Bin struct {
	Items      []BinEntry `json:"items"`
	NextCursor *string    `json:"nextCursor"`
	KeepDays   int        `json:"keepDays"`
}

// BinEntry is a deleted entry. Translations is how many translations of it are in the bin,
// which come back with it. GoneAt is when it is gone for good.
type BinEntry struct {
	ID           string  `json:"id"`
	Collection   string  `json:"collection"`
	Status       string  `json:"status" ts:"Status"`
	Version      int64   `json:"version"`
	Locale       string  `json:"locale,omitempty"`
	Title        string  `json:"title"`
	Preview      string  `json:"preview"`
	DeletedAt    int64   `json:"deletedAt"`
	DeletedBy    *Person `json:"deletedBy"`
	Surface      string  `json:"surface" ts:"ChangeSurface"`
	GoneAt       int64   `json:"goneAt"`
	Translations int     `json:"translations"`
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

// LeftBehind is a translation that stayed in the bin.
type LeftBehind struct {
	ID      string `json:"id"`
	Message string `json:"message"`
}
