package layout

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// Layout is what a Schema's table looks like since it was last reconciled. It
// is kept in the database as JSON.
type Layout struct {
	Name        string   `json:"name"`        // of the Schema and, ignoring case, of the table
	Fingerprint string   `json:"fingerprint"` // of the Schema that the rows were checked against
	Columns     []Column `json:"columns"`     // of properties
	Indexes     []string `json:"indexes"`     // names

	// Media is how the media assets that the rows use were found, "" for none.
	Media string `json:"media,omitempty"`
}

// Column is one property's column. A stale one belongs to a property that
// was removed: it is neither read nor written until the property returns.
type Column struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Stale bool   `json:"stale,omitempty"`
}

var kindNames = map[plan.ColumnKind]string{
	plan.TextColumn: "text", plan.IntegerColumn: "integer", plan.RealColumn: "real",
	plan.BooleanColumn: "boolean", plan.MixedColumn: "mixed", plan.JSONColumn: "json",
}

// Of is what the table of s shall look like.
func Of(s *plan.Schema) *Layout {
	l := &Layout{Name: s.Name(), Fingerprint: s.Fingerprint(), Columns: []Column{}, Indexes: []string{}, Media: s.Media().Fingerprint()}
	for _, c := range s.Properties() {
		l.Columns = append(l.Columns, Column{Name: c.Name(), Kind: kindNames[c.Kind()]})
	}
	for _, index := range s.StoredIndexes() {
		l.Indexes = append(l.Indexes, sqlgen.IndexName(s, index))
	}
	return l
}

// fits reports whether a table that looks like l serves a plan that wants it to
// look like want: the same but for stale columns and for order.
func (l *Layout) fits(want *Layout) bool {
	if len(l.Indexes) != len(want.Indexes) {
		return false
	}
	for _, name := range want.Indexes {
		if !slices.Contains(l.Indexes, name) {
			return false
		}
	}
	return l.takes(want)
}

// takes reports whether what is written for want may be written to a table that looks
// like l. Indexes that no manifest declares have no say: the fingerprint has the others.
func (l *Layout) takes(want *Layout) bool {
	if l.Name != want.Name || l.Fingerprint != want.Fingerprint || l.Media != want.Media {
		return false
	}
	for _, c := range want.Columns {
		if !slices.Contains(l.Columns, c) {
			return false
		}
	}
	return len(l.Columns)-len(l.stale()) == len(want.Columns)
}

// column finds a column by name as SQL does, ignoring case.
func (l *Layout) column(name string) *Column {
	for i := range l.Columns {
		if strings.EqualFold(l.Columns[i].Name, name) {
			return &l.Columns[i]
		}
	}
	return nil
}

// overlap counts the properties that both have with the same kind, and those
// that either has.
func (l *Layout) overlap(other *Layout) (shared, all int) {
	for _, c := range l.Columns {
		if same := other.column(c.Name); same != nil && same.Kind == c.Kind {
			shared++
		}
	}
	return shared, len(l.Columns) + len(other.Columns) - shared
}

// stale names the columns of removed properties.
func (l *Layout) stale() (names []string) {
	for _, c := range l.Columns {
		if c.Stale {
			names = append(names, c.Name)
		}
	}
	return names
}

// Layouts are the tables that a database holds, by lower-case name.
type Layouts map[string]*Layout

// Read reads the layouts of all tables.
func Read(db Database) (Layouts, error) {
	texts, err := db.Layouts()
	if err != nil {
		return nil, err
	}
	found := Layouts{}
	for _, text := range texts {
		l, err := Parse(text)
		if err != nil {
			return nil, err
		}
		found[strings.ToLower(l.Name)] = l
	}
	return found, nil
}

func (l *Layout) save(db Database) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return db.SaveLayout(strings.ToLower(l.Name), text)
}

// Take reports whether the table of a Schema takes its entries, however they are found
// there.
func (found Layouts) Take(s *plan.Schema) bool {
	l := found.of(s)
	return l != nil && l.takes(Of(s))
}

// fit reports whether every Schema of a plan has its table as it shall be.
func (found Layouts) fit(p *plan.Plan) bool {
	return !slices.ContainsFunc(p.Schemas(), func(s *plan.Schema) bool {
		l := found.of(s)
		return l == nil || !l.fits(Of(s))
	})
}

func (found Layouts) of(s *plan.Schema) *Layout { return found[strings.ToLower(s.Name())] }
