package wire

// LinkedPage is what is at the address of a link. Page is null where it cannot be read
// or has no title; why is not told.
type LinkedPage struct {
	Page *PageHead `json:"page"`
}

// PageHead is what a page says of itself: a title of at most 200 characters, and a
// description of at most 300, "" for none.
type PageHead struct {
	Title       string `json:"title"`
	Description string `json:"description"`
}
