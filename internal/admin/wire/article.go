package wire

// Article is an entry with its translations: what readers can fetch of each, and whether
// what was made of it since can be published. Parts begin with the entry itself; More says
// that it has more translations. Audience is who can fetch what is published; "" where no
// View says so.
type Article struct {
	Parts    []ArticlePart `json:"parts"`
	More     bool          `json:"more"`
	Audience string        `json:"audience" ts:"'everybody' | 'signedIn' | 'some' | ''"`
}

// ArticlePart is an entry of an article. Draft is the counter of its pending draft, 0 for
// none. Served tells that readers can fetch it, Waits that there is something to publish,
// and Refused why a publish of that would be refused.
type ArticlePart struct {
	Collection string  `json:"collection"`
	ID         string  `json:"id"`
	Locale     string  `json:"locale,omitempty"`
	Status     string  `json:"status" ts:"Status"`
	Version    int64   `json:"version"`
	Draft      int64   `json:"draft"`
	Title      string  `json:"title"`
	Served     bool    `json:"served"`
	Waits      bool    `json:"waits"`
	Refused    *Reason `json:"refused"`
}
