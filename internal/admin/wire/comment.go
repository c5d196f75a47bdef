package wire

// Comments are those of an entry, the oldest first. People are all whom they name.
type Comments struct {
	Items  []Comment `json:"items"`
	People []Person  `json:"people"`
}

// Comment is what a member of staff said about an entry. Thread is the id of the first
// comment of its thread, which may be its own; that one alone is resolved. Field is a JSON
// pointer, "" for the whole entry; Quote are the words of it that the thread is on. Text is plain, with <@id> for who is mentioned, and ""
// where it was removed. The author's name is kept when they are gone.
type Comment struct {
	ID         string  `json:"id"`
	Thread     string  `json:"thread"`
	Field      string  `json:"field"`
	Quote      *Quote  `json:"quote"`
	Author     Person  `json:"author"`
	Text       string  `json:"text"`
	CreatedAt  int64   `json:"createdAt"`
	EditedAt   *int64  `json:"editedAt"`
	Removed    bool    `json:"removed"`
	ResolvedAt *int64  `json:"resolvedAt"`
	ResolvedBy *Person `json:"resolvedBy"`
}

// NewComment is a comment to be made: an answer where it names a thread.
type NewComment struct {
	Text   string `json:"text"`
	Field  string `json:"field,omitempty"`
	Quote  *Quote `json:"quote,omitempty"`
	Thread string `json:"thread,omitempty"`
}

// Quote is a place in a text, by its words: at most 200 characters, and at most 32 before them
// and 32 behind, which tell it from others of the same words.
type Quote struct {
	Exact  string `json:"exact"`
	Prefix string `json:"prefix"`
	Suffix string `json:"suffix"`
}

// CommentPatch changes the text of one's own comment, or resolves a thread.
type CommentPatch struct {
	Text     *string `json:"text,omitempty"`
	Resolved *bool   `json:"resolved,omitempty"`
}

// Colleagues are staff who can be mentioned.
type Colleagues struct {
	Items []Person `json:"items"`
}
