package layout

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// maxNamed is how many of the rows that are in the way a diagnostic names.
const maxNamed = 10

// violation is one rule of a changed Schema that stored rows break.
type violation struct {
	pointer string // into the manifest
	rule    string // one sentence
	count   int
	ids     []string // the first rows
}

// violations are kept in the order in which they were found.
type violations struct {
	list []*violation
	at   map[string]*violation
}

func (b *violations) add(pointer, rule, id string) {
	key := pointer + "\n" + rule
	known := b.at[key]
	if known == nil {
		known = &violation{pointer: pointer, rule: rule}
		if b.at == nil {
			b.at = map[string]*violation{}
		}
		b.at[key] = known
		b.list = append(b.list, known)
	}
	known.add(id)
}

func (b *violation) add(id string) {
	b.count++
	if len(b.ids) < maxNamed {
		b.ids = append(b.ids, id)
	}
}

// checkRows looks at every stored entry of a Schema that has changed.
func (r *reconciler) checkRows(s *plan.Schema) error {
	found := &violations{}
	err := r.eachEntry(s, func(e *content.Entry) error {
		checkRow(found, s, e)
		return nil
	})
	for _, b := range found.list {
		r.blocked.Add(b.diagnostic(s))
	}
	return err
}

// eachEntry calls fn for every stored entry, by id.
func (r *reconciler) eachEntry(s *plan.Schema, fn func(*content.Entry) error) error {
	for after := ""; ; {
		batch, err := r.db.Entries(s, after, batchRows)
		if len(batch) == 0 || err != nil {
			return err
		}
		for _, e := range batch {
			if err := fn(e); err != nil {
				return err
			}
		}
		after = batch[len(batch)-1].ID
	}
}

// checkRow finds the rules that one entry breaks. A draft may be partial, and so
// may what was archived as a draft; a removed property keeps its data and is
// not looked at.
func checkRow(found *violations, s *plan.Schema, e *content.Entry) {
	partial := s.Lifecycle() == plan.Publishing && e.Status != content.Published
	validate := s.Validate
	if partial {
		validate = s.ValidatePartial
	}
	if v := validate(declared(s, e.Data)); v != nil {
		property := ""
		if tokens := jsonvalue.SplitPointer(v.Pointer); len(tokens) > 0 {
			property = jsonvalue.Pointer("properties", tokens[0])
		}
		found.add("/spec/schema"+property, v.Message, e.ID)
	}
	if s.Localized() && !partial && e.Locale() == "" {
		found.add("/spec/localized", "Entries of a localized Schema carry a locale.", e.ID)
	}
	if s.Lifecycle() == plan.Operational && e.Status != content.Published {
		found.add("/spec/lifecycle", "Entries of an operational Schema are published.", e.ID)
	}
}

// declared is data without the properties that the Schema does not name.
func declared(s *plan.Schema, data map[string]any) map[string]any {
	known := make(map[string]any, len(data))
	for name, value := range data {
		if s.Property(name) != nil {
			known[name] = value
		}
	}
	return known
}

// checkUnique looks for stored rows that a new unique index would refuse.
func (r *reconciler) checkUnique(s *plan.Schema, index *plan.Index) (duplicates bool, err error) {
	b := &violation{pointer: uniquePointer(s, index), rule: "Several entries have the same value in a unique index."}
	err = r.db.Texts(sqlgen.Duplicates(s, index.Columns()), func(id string) { b.add(id) })
	if b.count > 0 {
		r.blocked.Add(b.diagnostic(s))
	}
	return b.count > 0, err
}

// uniquePointer is where the manifest declares a unique index; they come first
// among a Schema's indexes, in declared order.
func uniquePointer(s *plan.Schema, index *plan.Index) string {
	for i, each := range s.Indexes() {
		if each == index {
			return fmt.Sprintf("/spec/uniqueIndexes/%d", i)
		}
	}
	return "/spec/uniqueIndexes"
}

// tooLong is why an index cannot be made. The database does not say of which entry.
func tooLong(s *plan.Schema, index *plan.Index) *diag.Diagnostic {
	var names []string
	for _, c := range index.Columns() {
		names = append(names, c.Name())
	}
	d := s.At(diag.SchemaChangeBlocked, "/spec/schema", "A stored entry has values of "+strings.Join(names, ", ")+" that are longer than an index of this database holds.")
	d.Phase = diag.Boot
	d.Suggestion = "Shorten the values, and bound the properties with maxLength; where the data was copied here, do so in the original."
	return d
}

func (b *violation) diagnostic(s *plan.Schema) *diag.Diagnostic {
	entries := "entries stand"
	if b.count == 1 {
		entries = "entry stands"
	}
	more := ""
	if b.count > len(b.ids) {
		more = ", and more"
	}
	d := s.At(diag.SchemaChangeBlocked, b.pointer, fmt.Sprintf("%d stored %s in the way of this change: %s%s. %s",
		b.count, entries, strings.Join(b.ids, ", "), more, cmp.Or(b.rule, "The data does not fit.")))
	d.Phase, d.Value = diag.Boot, b.ids
	d.Suggestion = "Change these entries while the Schema allows both, then change it: a new required property is optional first."
	return d
}
