package sqlite

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// layout is what a Schema's table looks like since it was last reconciled. It
// is kept in the database as JSON.
type layout struct {
	Name        string         `json:"name"`        // of the Schema and, ignoring case, of the table
	Fingerprint string         `json:"fingerprint"` // of the Schema that the rows were checked against
	Columns     []layoutColumn `json:"columns"`     // of properties
	Indexes     []string       `json:"indexes"`     // names
}

// layoutColumn is one property's column. A stale one belongs to a property that
// was removed: it is neither read nor written until the property returns.
type layoutColumn struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Stale bool   `json:"stale,omitempty"`
}

var kindNames = map[plan.ColumnKind]string{
	plan.TextColumn: "text", plan.IntegerColumn: "integer", plan.RealColumn: "real",
	plan.BooleanColumn: "boolean", plan.MixedColumn: "mixed", plan.JSONColumn: "json",
}

// layoutOf is what the table of s shall look like.
func layoutOf(s *plan.Schema) *layout {
	l := &layout{Name: s.Name(), Fingerprint: s.Fingerprint(), Columns: []layoutColumn{}, Indexes: []string{}}
	for _, c := range s.Properties() {
		l.Columns = append(l.Columns, layoutColumn{Name: c.Name(), Kind: kindNames[c.Kind()]})
	}
	for _, index := range s.StoredIndexes() {
		l.Indexes = append(l.Indexes, sqlgen.IndexName(s, index))
	}
	return l
}

// fits tells whether a table that looks like l serves a plan that wants it to
// look like want: the same but for stale columns and for order.
func (l *layout) fits(want *layout) bool {
	if l.Name != want.Name || l.Fingerprint != want.Fingerprint || len(l.Indexes) != len(want.Indexes) {
		return false
	}
	for _, name := range want.Indexes {
		if !slices.Contains(l.Indexes, name) {
			return false
		}
	}
	for _, c := range want.Columns {
		if !slices.Contains(l.Columns, c) {
			return false
		}
	}
	return len(l.Columns)-len(l.stale()) == len(want.Columns)
}

// column finds a column by name as SQL does, ignoring case.
func (l *layout) column(name string) *layoutColumn {
	for i := range l.Columns {
		if strings.EqualFold(l.Columns[i].Name, name) {
			return &l.Columns[i]
		}
	}
	return nil
}

// overlap counts the properties that both have with the same kind, and those
// that either has.
func (l *layout) overlap(other *layout) (shared, all int) {
	for _, c := range l.Columns {
		if same := other.column(c.Name); same != nil && same.Kind == c.Kind {
			shared++
		}
	}
	return shared, len(l.Columns) + len(other.Columns) - shared
}

// stale names the columns of removed properties.
func (l *layout) stale() (names []string) {
	for _, c := range l.Columns {
		if c.Stale {
			names = append(names, c.Name)
		}
	}
	return names
}

var (
	selectLayouts = &query{text: `SELECT layout FROM _quartet_layout ORDER BY name`, brief: true}
	replaceLayout = &query{text: `INSERT OR REPLACE INTO _quartet_layout (name, layout) VALUES (?1, ?2)`, brief: true}
	deleteLayout  = &query{text: `DELETE FROM _quartet_layout WHERE name = ?1`, brief: true}
)

// layouts are the tables that the database holds, by lower-case name.
type layouts map[string]*layout

func readLayouts(c *conn) (layouts, error) {
	s, err := c.prepared(selectLayouts)
	if err != nil {
		return nil, err
	}
	defer c.finish(selectLayouts, s)
	found := layouts{}
	for {
		more, err := s.step()
		if !more {
			return found, err
		}
		l := &layout{}
		if err := json.Unmarshal(s.text(0), l); err != nil {
			return nil, fmt.Errorf("layout of a table: %w", err)
		}
		found[strings.ToLower(l.Name)] = l
	}
}

func (l *layout) save(c *conn) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return c.run(replaceLayout, strings.ToLower(l.Name), string(text))
}

// fit tells whether every Schema of the plan has its table as it shall be.
func (found layouts) fit(p *plan.Plan) bool {
	for _, s := range p.Schemas() {
		if l := found[strings.ToLower(s.Name())]; l == nil || !l.fits(layoutOf(s)) {
			return false
		}
	}
	return true
}
