package layout

import (
	"encoding/json"
	"fmt"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// Parse reads a layout that was saved.
func Parse(text []byte) (*Layout, error) {
	l := &Layout{}
	if err := json.Unmarshal(text, l); err != nil {
		return nil, fmt.Errorf("layout of a table: %w", err)
	}
	return l, nil
}

// WithoutIndexes is the layout of such a table that has no indexes yet. A start
// makes those that its manifests declare.
func (l *Layout) WithoutIndexes() *Layout {
	bare := *l
	bare.Indexes = []string{}
	return &bare
}

// Properties are the columns of the table, or those of them that are declared:
// the others are filled when their properties return.
func (l *Layout) Properties(declared bool) (properties []sqlgen.Property, err error) {
	for _, c := range l.Columns {
		if c.Stale && declared {
			continue
		}
		kind, err := kindNamed(c.Kind)
		if err != nil {
			return nil, fmt.Errorf("column %s of %s: %w", c.Name, l.Name, err)
		}
		properties = append(properties, sqlgen.Property{Name: c.Name, Kind: kind})
	}
	return properties, nil
}

func kindNamed(name string) (plan.ColumnKind, error) {
	for kind, each := range kindNames {
		if each == name {
			return kind, nil
		}
	}
	return 0, fmt.Errorf("%q is no kind of column", name)
}
