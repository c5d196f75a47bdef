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

	// Rules are those that the rows were checked against (plan.Schema.Rules). Older
	// programs have not saved them.
	Rules json.RawMessage `json:"rules,omitempty"`
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
	l := &Layout{Name: s.Name(), Fingerprint: s.Fingerprint(), Columns: []Column{}, Indexes: []string{}, Media: s.Media().Fingerprint(), Rules: s.Rules()}
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
	return l.same(want)
}

// same reports whether l is what want is but for stale columns and for indexes.
func (l *Layout) same(want *Layout) bool {
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

// takes reports whether what is written for want may be written to a table that looks
// like l. Indexes that no manifest declares have no say: the fingerprint has the others.
// A table of other rules takes it where every row that fits one fits the other.
func (l *Layout) takes(want *Layout) bool {
	if l.same(want) {
		return true
	}
	if l.Name != want.Name || l.Media != want.Media || !agree(l.Rules, want.Rules) {
		return false
	}
	return !slices.ContainsFunc(want.Columns, func(c Column) bool { return !l.holds(c) })
}

// holds reports whether the table has a column, whoever reads it.
func (l *Layout) holds(c Column) bool {
	had := l.column(c.Name)
	return had != nil && had.Name == c.Name && had.Kind == c.Kind
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

// Beside are the columns of the Schema's table that other manifests have and s has not.
// Nothing that is written for s gives their properties a value; an update that leaves
// one out of data has to empty its column too (sqlgen.ClearColumn).
func (found Layouts) Beside(s *plan.Schema) (names []string) {
	l := found.of(s)
	if l == nil {
		return nil
	}
	for _, c := range l.Columns {
		if !c.Stale && c.Kind != kindNames[plan.JSONColumn] && s.Property(c.Name) == nil {
			names = append(names, c.Name)
		}
	}
	return names
}

// fit reports whether every Schema of a plan has its table as it shall be.
func (found Layouts) fit(p *plan.Plan) bool {
	return !slices.ContainsFunc(p.Schemas(), func(s *plan.Schema) bool {
		l := found.of(s)
		return l == nil || !l.fits(Of(s))
	})
}

func (found Layouts) of(s *plan.Schema) *Layout { return found[strings.ToLower(s.Name())] }
