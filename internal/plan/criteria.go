package plan

// Criteria is what staff ask for beyond what is declared: rows of which one of
// the Searched fields holds Term, in any case of its letters, and whose Equal
// fields have one of the values given. The zero value leaves nothing out.
type Criteria struct {
	Term     string
	Searched []string
	Equal    []Equality
}

// Equality wants a field to have one of Values: bool, int64, float64 or string.
// A column of many kinds is compared as text with a string.
type Equality struct {
	Field  string
	Values []any
}

// IsZero reports whether the criteria leave nothing out.
func (c *Criteria) IsZero() bool { return c.Term == "" && len(c.Equal) == 0 }
