package wire

// PresenceSaying is what a window says of itself: in which field its person is, by its
// JSON pointer, "" for none, and whether they type.
type PresenceSaying struct {
	Window string `json:"window"`
	Field  string `json:"field"`
	Typing bool   `json:"typing"`
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

// PresentPerson is somebody who has an entry open. Field is the JSON pointer of the field
// that they are in, "" for none.
type PresentPerson struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Field  string `json:"field"`
	Typing bool   `json:"typing"`
}

// PresenceChange is what became of an entry that is open. By is null where nobody
// knows. Pending is a change of the draft beside a published entry.
type PresenceChange struct {
	Kind    string  `json:"kind" ts:"'saved' | 'pending' | 'deleted'"`
	Version int64   `json:"version"`
	Status  string  `json:"status"`
	By      *Person `json:"by"`
}
