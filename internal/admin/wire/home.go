package wire

// Home is the work that waits for whoever asks. Each part holds the latest alone, and
// says whether there may be more; Skipped is how many collections were not looked at.
// GivenUp is for owners.
type Home struct {
	Drafts       HomeDrafts   `json:"drafts"`
	Untranslated Untranslated `json:"untranslated"`
	Received     []Received   `json:"received"`
	Recent       []Recent     `json:"recent"`
	GivenUp      *GivenUp     `json:"givenUp,omitempty"`
	Skipped      int          `json:"skipped"`
}

// Recent is an entry that changed last, be it in one of its languages: when it did, and the
// Locales that changed last.
type Recent struct {
	Entry     EntrySummary `json:"entry"`
	ChangedAt int64        `json:"changedAt"`
	Locales   []string     `json:"locales"`
}

// HomeDrafts are the caller's drafts, those that changed last first.
type HomeDrafts struct {
	Items []OwnDraft `json:"items"`
	More  bool       `json:"more"`
}

// Untranslated are entries that lack a translation, those that changed last first.
type Untranslated struct {
	Items []Lacking `json:"items"`
	More  bool      `json:"more"`
}

// Lacking is an entry, and the locales of the site that it is not translated to.
type Lacking struct {
	Entry   EntrySummary `json:"entry"`
	Missing []string     `json:"missing"`
}

// Received is what readers have sent to a collection since the caller last looked:
// how many, or with More at least so many, and the newest.
type Received struct {
	Collection string       `json:"collection"`
	Count      int          `json:"count"`
	More       bool         `json:"more"`
	Latest     EntrySummary `json:"latest"`
}

// GivenUp is how many deferred hooks were given up, or with More at least so many.
type GivenUp struct {
	Count int  `json:"count"`
	More  bool `json:"more"`
}
