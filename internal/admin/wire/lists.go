package wire

// SavedLists are the lists of a collection that a member of staff sees.
type SavedLists struct {
	Lists []SavedList `json:"lists"`
}

// SavedList is a list under a name. Search is what its address says, by key. Shared ones
// all staff see; Changeable tells whether the caller may change it.
type SavedList struct {
	ID         string            `json:"id"`
	Collection string            `json:"collection"`
	Name       string            `json:"name"`
	Shared     bool              `json:"shared"`
	Mine       bool              `json:"mine"`
	Changeable bool              `json:"changeable"`
	Search     map[string]string `json:"search"`
	CreatedAt  int64             `json:"createdAt"`
	UpdatedAt  int64             `json:"updatedAt"`
}

// NewSavedList is the body that saves a list, or changes parts of one.
type NewSavedList struct {
	Name   string            `json:"name"`
	Shared bool              `json:"shared,omitempty"`
	Search map[string]string `json:"search"`
}
