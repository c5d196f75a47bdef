package seed

import (
	"errors"
	"fmt"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// maxLeft is how many of the documents that were left alone a report names.
const maxLeft = 20

// Left is a document whose entry, or one of the same key, is there already. Loading
// never changes what is there: somebody may have edited it.
type Left struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Of   string `json:"of"`            // the collection, or media
	Key  string `json:"key,omitempty"` // what is the same, such as slug "tea"
}

// left notes a document that was left alone.
func (r *Report) left(d *Document, index *plan.Index) {
	r.LeftAlone++
	if len(r.Left) < maxLeft {
		r.Left = append(r.Left, Left{File: d.doc.File, Line: d.doc.Root.Pos.Line, Of: d.kind(), Key: d.keyOf(index)})
	}
}

// keyOf is what a document has in the columns of an index.
func (d *Document) keyOf(index *plan.Index) string {
	if d.Media != nil {
		return "id " + d.Media.ID
	}
	var parts []string
	for _, c := range index.Columns() {
		parts = append(parts, fmt.Sprintf("%s %s", c.Name(), jsonvalue.Append(nil, d.Data[c.Name()])))
	}
	return strings.Join(parts, ", ")
}

// taken is the unique index of the schema that refused the row: CONFLICT at its first
// field; nil when none did.
func taken(schema *plan.Schema, err error) *plan.Index {
	d := diag.As(err)
	if err == nil || d.Code != diag.Conflict || errors.Is(err, content.ErrAddressTaken) {
		return nil
	}
	for _, i := range schema.Indexes() {
		if i.Unique() && d.Path == "data#"+jsonvalue.Pointer(i.Columns()[0].Name()) {
			return i
		}
	}
	return nil
}
