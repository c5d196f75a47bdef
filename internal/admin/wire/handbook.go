package wire

// Handbook is the handbook of the program, in the version that runs: its sections, with
// those pages alone that a search found.
type Handbook struct {
	Sections []HandbookSection `json:"sections"`
}

// HandbookSection is a part of the handbook.
type HandbookSection struct {
	Title string         `json:"title"`
	Pages []HandbookPage `json:"pages"`
}

// HandbookPage names a page of the handbook.
type HandbookPage struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// HandbookText is a page of the handbook as HTML. Its links to other pages have the query
// of the developer page that shows them alone: ?tab=handbook&page=<name>.
type HandbookText struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	HTML  string `json:"html"`
}
