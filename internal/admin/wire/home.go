package wire

// Home is the work that waits for whoever asks. Each part holds the latest alone, and
// says whether there may be more; Skipped is how many collections were not looked at.
// GivenUp is for owners; ToPublish are the drafts of others over what is published, for editors.
type Home struct {
	Drafts       HomeDrafts   `json:"drafts"`
	ToPublish    HomeDrafts   `json:"toPublish"`
	Mentions     HomeMentions `json:"mentions"`
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

// HomeMentions are the comments of others that mention the caller in threads that are open, the
// newest first.
type HomeMentions struct {
	Items []HomeMention `json:"items"`
	More  bool          `json:"more"`
}

// HomeMention is a comment that mentions the caller: its text with the names of whom it
// mentions, and the entry that it is on.
type HomeMention struct {
	Comment   string       `json:"comment"`
	Author    Person       `json:"author"`
	Text      string       `json:"text"`
	CreatedAt int64        `json:"createdAt"`
	Entry     EntrySummary `json:"entry"`
}

// HomeDrafts are drafts, those that changed last first.
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

// Received is what readers have sent to a collection and nobody has looked at: how many, or
// with More at least so many, and the newest, where it is among those that came last. Stage is
// the value of the collection's filter field that says so, "" for none; without it they are
// those that came since the caller last looked.
type Received struct {
	Collection string        `json:"collection"`
	Count      int           `json:"count"`
	More       bool          `json:"more"`
	Stage      *string       `json:"stage,omitempty"`
	Latest     *EntrySummary `json:"latest,omitempty"`
}

// GivenUp is how many deferred hooks were given up, or with More at least so many.
type GivenUp struct {
	Count int  `json:"count"`
	More  bool `json:"more"`
}
