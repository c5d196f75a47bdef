package wire

// PresenceSpot is where in an entry somebody is: a field by its JSON pointer, "" for none,
// and a block of the text in it, "" for none. A block is 16 hexadecimal digits, four for
// each of its number, its words, and those of the blocks before and behind it: a hash that
// thousands of texts share, and no word.
type PresenceSpot struct {
	Field string `json:"field"`
	Block string `json:"block"`
}

// PresenceSaying is what a window says of itself: where its person is, whether they type,
// and where they have changed what somebody else has changed, too, and nobody saved it.
// Unsaved is null for nowhere.
type PresenceSaying struct {
	Window  string        `json:"window"`
	Field   string        `json:"field"`
	Block   string        `json:"block"`
	Typing  bool          `json:"typing"`
	Unsaved *PresenceSpot `json:"unsaved"`
}

// PresenceHeard is false where nobody listens for that window any more: it should listen
// anew.
type PresenceHeard struct {
	Here bool `json:"here"`
}

// Presence is who else has an entry open, whoever came first first. More is how many
// there are beside.
type Presence struct {
	People []PresentPerson `json:"people"`
	More   int             `json:"more"`
}

// PresentPerson is somebody who has an entry open, and what their window said of itself.
type PresentPerson struct {
	ID      string        `json:"id"`
	Name    string        `json:"name"`
	Field   string        `json:"field"`
	Block   string        `json:"block"`
	Typing  bool          `json:"typing"`
	Unsaved *PresenceSpot `json:"unsaved"`
}

// PresenceChange is what became of an entry that is open. By is null where nobody
// knows. Pending is a change of the draft beside a published entry.
type PresenceChange struct {
	Kind    string  `json:"kind" ts:"'saved' | 'pending' | 'deleted'"`
	Version int64   `json:"version"`
	Status  string  `json:"status"`
	By      *Person `json:"by"`
}
