package seed

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// Known says what of a site is there beside its entries.
type Known interface {
	HasAsset(ctx context.Context, id string) (bool, error)
	HasUser(ctx context.Context, id string) (bool, error)
}

// Missing warns of every entry, file and user that the documents loaded now name and
// that is not there. A reference is no foreign key, so each of them is loaded; it is
// looked at when all are, since one document may name another (decision 311).
func (r *Report) Missing(ctx context.Context, s *content.Service, known Known) (diag.List, error) {
	l := look{service: s, known: known, found: map[name]bool{}}
	for _, d := range r.written {
		if err := l.document(ctx, d); err != nil {
			return l.warnings, err
		}
	}
	return l.warnings, nil
}

// look looks each name up once.
type look struct {
	service  *content.Service
	known    Known
	found    map[name]bool
	warnings diag.List
}

// name is what a document names: an entry by a reference, or an asset or a user.
type name struct {
	of    string
	value any
}

func (l *look) document(ctx context.Context, d *Document) error {
	schema := l.service.Plan().Schema(d.Collection)
	for _, r := range l.service.Plan().References() {
		value := d.Data[r.Property.Name()]
		if r.From != schema || value == nil || !reflect.TypeOf(value).Comparable() {
			continue // a list and an object name nothing, and the join of a translation may be either
		}
		exists := func() (bool, error) { return l.service.Refers(ctx, r, value) }
		if err := l.name(d, name{r.To.Name() + "/" + r.Field.Name(), value}, "/data"+jsonvalue.Pointer(r.Property.Name()), exists,
			fmt.Sprintf("There is no entry of %q with this %s.", r.To.Name(), r.Field.Name())); err != nil {
			return err
		}
	}
	return l.beside(ctx, d, schema)
}

// beside looks at the files and users that a document names.
func (l *look) beside(ctx context.Context, d *Document, schema *plan.Schema) error {
	for _, id := range schema.Media().Assets(d.Data) {
		exists := func() (bool, error) { return l.known.HasAsset(ctx, id) }
		err := l.name(d, name{mediaKey, id}, placeOfText(d.doc.Root.Field("data").Value, "/data", id), exists,
			fmt.Sprintf("The media library has no file %q.", id))
		if err != nil {
			return err
		}
	}
	for _, b := range schema.Binds() {
		id, isText := at(d.Data, b.Path).(string)
		if b.Value == plan.BindNow || !isText {
			continue
		}
		exists := func() (bool, error) { return l.known.HasUser(ctx, id) }
		if err := l.name(d, name{"users", id}, "/data"+jsonvalue.Pointer(b.Path...), exists, "There is no user with this id."); err != nil {
			return err
		}
	}
	return nil
}

// name warns at a place of a document unless what it names is there.
func (l *look) name(d *Document, n name, pointer string, exists func() (bool, error), message string) error {
	isThere, known := l.found[n]
	if !known {
		var err error
		if isThere, err = exists(); err != nil {
			return err
		}
		l.found[n] = isThere
	}
	if !isThere {
		_, node := d.doc.Root.Nearest(pointer)
		l.warnings.Add(&diag.Diagnostic{
			Code: diag.SeedReferenceMissing, Phase: diag.Validate, Severity: diag.Warning,
			Path: "seed#" + pointer, Message: message, Source: source(d.doc, node.Pos),
		})
	}
	return nil
}

// at is the value that a path of properties leads to; nil for none.
func at(data map[string]any, path []string) any {
	var value any = data
	for _, each := range path {
		members, _ := value.(map[string]any)
		value = members[each]
	}
	return value
}

// placeOfText is the pointer of the first text that is id, or holds it.
func placeOfText(n *yamldoc.Node, pointer, id string) string {
	found := ""
	for i := range n.Fields {
		found = cmp.Or(found, placeOfText(n.Fields[i].Value, pointer+jsonvalue.Pointer(n.Fields[i].Key), id))
	}
	for i, item := range n.Items {
		found = cmp.Or(found, placeOfText(item, fmt.Sprintf("%s/%d", pointer, i), id))
	}
	if text, isText := n.Value.(string); isText && strings.Contains(text, id) {
		return pointer
	}
	return found
}
