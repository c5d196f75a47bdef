package seed

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// Document is one entry to load, or a file of the media library. Status is "" when the
// document names none.
type Document struct {
	Media      *Media // nil for an entry
	Collection string
	Status     content.Status
	Data       map[string]any

	doc *yamldoc.Document
}

// canonical is the meaning of a document as a text: file names, comments and the order
// of keys do not count. Its hash tells that the document was loaded, and its entry has
// the id that is derived from it: a run that was cut off between two moves of an
// entry, or before it was noted down, is taken up where it stopped.
func (d *Document) canonical() []byte { return jsonvalue.Append(nil, d.doc.Root.Plain()) }

func hashOf(canonical []byte) string {
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:])
}

// at places a problem of the entry writer in the file: at the value that it is
// about, or at the key of a property that the schema does not declare. Its path
// is data#/<pointer> for data; anything else is the document's own.
func (d *Document) at(problem *diag.Diagnostic, schema *plan.Schema) *diag.Diagnostic {
	placed, place := *problem, d.doc.Root.Pos
	if within, isInput := strings.CutPrefix(problem.Path, "input#"); isInput && d.Media != nil {
		_, node := d.doc.Root.Nearest(placeOf(within))
		place = node.Pos
	} else if within, isData := strings.CutPrefix(problem.Path, "data#"); isData {
		field, node := d.doc.Root.Nearest("/data" + within)
		place = node.Pos
		if tokens := jsonvalue.SplitPointer(within); field != nil && len(tokens) == 1 && schema.Property(tokens[0]) == nil {
			place = field.Pos
		}
	}
	placed.Source = source(d.doc, place)
	return &placed
}

func source(doc *yamldoc.Document, at yamldoc.Position) *diag.Source {
	return &diag.Source{File: doc.File, Document: doc.Index, Line: at.Line, Column: at.Column}
}

// File is one seed file; Name is what diagnostics call it.
type File struct {
	Name string
	Data []byte
}

// Parse reads the documents of files. A document that is malformed, or that
// names a collection or status that does not exist, is left out and reported
// as INVALID_MANIFEST_ENVELOPE.
func Parse(p *plan.Plan, files []File) ([]*Document, diag.List) {
	r := reader{plan: p}
	for _, each := range files {
		found, problems := yamldoc.Parse(each.Name, each.Data)
		r.problems.Add(problems...)
		for _, doc := range found {
			r.read(doc)
		}
	}
	return r.documents, r.problems
}

type reader struct {
	plan      *plan.Plan
	documents []*Document
	problems  diag.List
}

var keys = []string{"collection", "status", "data"}

func (r *reader) read(doc *yamldoc.Document) {
	if doc.Root.Kind != yamldoc.Mapping {
		r.refuse(doc, "", "A seed document is a mapping with collection, data and perhaps status.")
		return
	}
	if doc.Root.Field(mediaKey) != nil && doc.Root.Field("collection") == nil {
		r.media(doc)
		return
	}
	before := len(r.problems)
	r.knows(doc, keys)
	found := &Document{doc: doc, Data: r.data(doc)}
	if schema := r.collection(doc); schema != nil {
		found.Collection = schema.Name()
		found.Status = r.status(doc, schema)
	}
	if len(r.problems) == before {
		r.documents = append(r.documents, found)
	}
}

func (r *reader) collection(doc *yamldoc.Document) *plan.Schema {
	name, ok := r.text(doc, "collection", "The key collection names the Schema of the entry.")
	if !ok {
		return nil
	}
	if schema := r.plan.Schema(name); schema != nil {
		return schema
	}
	var names []string
	for _, each := range r.plan.Schemas() {
		names = append(names, each.Name())
	}
	d := r.refuse(doc, "/collection", "There is no Schema "+name+".")
	d.Candidates, d.Suggestion = names, diag.Nearest(name, names)
	return nil
}

// statuses are the states that a loaded entry may be in.
var statuses = map[plan.Lifecycle][]string{
	plan.Publishing:  {string(content.Draft), string(content.Published), string(content.Archived)},
	plan.Operational: {string(content.Published)},
}

func (r *reader) status(doc *yamldoc.Document, schema *plan.Schema) content.Status {
	if doc.Root.Field("status") == nil {
		return ""
	}
	allowed := statuses[schema.Lifecycle()]
	message := "The status of an entry of " + schema.Name() + " is " + strings.Join(allowed, " or ") + "."
	status, ok := r.text(doc, "status", message)
	if ok && !slices.Contains(allowed, status) {
		r.refuse(doc, "/status", message).Expected = allowed
	}
	return content.Status(status)
}

func (r *reader) data(doc *yamldoc.Document) map[string]any {
	f := doc.Root.Field("data")
	if f == nil || f.Value.Kind != yamldoc.Mapping {
		r.refuseOrMissing(doc, "data", "The key data holds the entry's properties as a mapping.")
		return nil
	}
	data, _ := f.Value.Plain().(map[string]any)
	return data
}

func (r *reader) text(doc *yamldoc.Document, key, message string) (string, bool) {
	if f := doc.Root.Field(key); f != nil {
		if text, ok := f.Value.Value.(string); ok {
			return text, true
		}
	}
	r.refuseOrMissing(doc, key, message)
	return "", false
}

// refuseOrMissing reports a bad value of a key, or a key that is missing; but
// for a missing one that was misspelled, which is reported already.
func (r *reader) refuseOrMissing(doc *yamldoc.Document, key, message string) {
	misspelled := func(f yamldoc.Field) bool { return diag.Nearest(f.Key, keys) == key }
	if doc.Root.Field(key) != nil || !slices.ContainsFunc(doc.Root.Fields, misspelled) {
		r.refuse(doc, "/"+key, message)
	}
}

func (r *reader) refuse(doc *yamldoc.Document, pointer, message string) *diag.Diagnostic {
	_, node := doc.Root.Nearest(pointer)
	d := &diag.Diagnostic{
		Code: diag.InvalidManifestEnvelope, Phase: diag.Validate, Severity: diag.Error,
		Path: "seed#" + pointer, Message: message, Source: source(doc, node.Pos),
	}
	r.problems.Add(d)
	return d
}
