package mapping

import (
	"slices"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/timezone"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// MaxBytes is how long a mapping may be.
const MaxBytes = 1 << 20

// maxTargets and maxProperties bound what one record may become.
const (
	maxTargets    = 100
	maxProperties = 1000
)

// Read reads a mapping for a plan. Every fault is IMPORT_MAP_INVALID at its line and
// column. fields are those that records have, which are of several kinds then; none
// where the file itself names its fields, and records are of one kind.
func Read(file string, text []byte, p *plan.Plan, fields ...string) (*Mapping, diag.List) {
	r := reader{file: file, plan: p, fields: fields, mapping: &Mapping{zone: time.UTC}}
	if len(text) > MaxBytes {
		r.refuse(nil, yamldoc.Position{Line: 1, Column: 1}, "A mapping has at most 1 MiB.")
		return nil, r.problems
	}
	documents, problems := yamldoc.Parse(file, text)
	for _, d := range problems {
		renamed := *d
		renamed.Code, renamed.Path = diag.ImportMapInvalid, "map#"
		r.problems.Add(&renamed)
	}
	if len(problems) > 0 {
		return nil, r.problems
	}
	if len(documents) != 1 || documents[0].Root.Kind != yamldoc.Mapping {
		r.refuse(nil, yamldoc.Position{Line: 1, Column: 1}, "A mapping is one YAML document with collection and data, or with a list entries of such.")
		return nil, r.problems
	}
	r.read(documents[0].Root)
	if r.problems.HasErrors() {
		return nil, r.problems
	}
	return r.mapping, r.problems
}

type reader struct {
	file       string
	plan       *plan.Plan
	fields     []string
	mapping    *Mapping
	problems   diag.List
	properties int
}

// refused reports a fault at a place, and gives it to whoever has more to say of it;
// path are the keys that lead there.
func (r *reader) refused(path []string, at yamldoc.Position, message string) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: diag.ImportMapInvalid, Phase: diag.Validate, Severity: diag.Error, Path: "map#" + jsonvalue.Pointer(path...), Message: message,
		Source: &diag.Source{File: r.file, Line: at.Line, Column: at.Column},
	}
	r.problems.Add(d)
	return d
}

// refuse is refused for what is said with the message.
func (r *reader) refuse(path []string, at yamldoc.Position, message string) {
	_ = r.refused(path, at, message)
}

// knows refuses keys that a mapping does not have there.
func (r *reader) knows(path []string, n *yamldoc.Node, keys []string) {
	for _, f := range n.Fields {
		if !slices.Contains(keys, f.Key) {
			d := r.refused(append(path, f.Key), f.Pos, "A mapping has no key "+f.Key+" here.")
			d.Expected, d.Suggestion = keys, diag.Nearest(f.Key, keys)
		}
	}
}

var (
	topKeys    = []string{"entries", "delimiter", "timezone"}
	targetKeys = []string{"from", "collection", "id", "key", "status", "authorId", "createdAt", "updatedAt", "data"}
	valueKeys  = []string{"from", "value", "default", "as", "items", "separator", "values", "cut", "purpose"}
)

func (r *reader) read(root *yamldoc.Node) {
	if entries := root.Field("entries"); entries != nil {
		r.knows(nil, root, topKeys)
		if entries.Value.Kind != yamldoc.Sequence || len(entries.Value.Items) == 0 || len(entries.Value.Items) > maxTargets {
			r.refuse([]string{"entries"}, entries.Value.Pos, "The key entries is a list of 1 to 100 entries that a record becomes.")
			return
		}
		for _, each := range entries.Value.Items {
			r.target([]string{"entries"}, each)
		}
	} else {
		r.knows(nil, root, slices.Concat(topKeys, targetKeys))
		r.target(nil, &yamldoc.Node{Kind: yamldoc.Mapping, Pos: root.Pos, Fields: slices.DeleteFunc(slices.Clone(root.Fields), func(f yamldoc.Field) bool { return slices.Contains(topKeys, f.Key) })})
	}
	if f := root.Field("delimiter"); f != nil {
		r.delimiter(f)
	}
	if f := root.Field("timezone"); f != nil {
		name, _ := f.Value.Value.(string)
		zone, ok := timezone.Named(name)
		if !ok {
			r.refuse([]string{"timezone"}, f.Value.Pos, "The timezone is a name such as Europe/Berlin.")
			return
		}
		r.mapping.zone = zone
	}
}

func (r *reader) delimiter(f *yamldoc.Field) {
	text, _ := f.Value.Value.(string)
	if runes := []rune(text); len(runes) == 1 && !strings.ContainsAny(text, "\"\r\n\uFFFD") {
		r.mapping.Delimiter = runes[0]
		return
	}
	r.refuse([]string{"delimiter"}, f.Value.Pos, `The delimiter is one character, such as ";" or "\t".`)
}

func (r *reader) target(path []string, n *yamldoc.Node) {
	if n.Kind != yamldoc.Mapping {
		r.refuse(path, n.Pos, "What a record becomes is a mapping with collection and data.")
		return
	}
	if path != nil {
		r.knows(path, n, targetKeys)
	}
	t := &target{schema: r.collection(path, n)}
	if t.schema == nil {
		return
	}
	t.kind = r.recordKind(path, n)
	if f := n.Field("key"); f != nil {
		t.key = r.names(append(path, "key"), f.Value)
	}
	t.id = r.named(path, n, "id", asText)
	t.status = r.named(path, n, "status", asText)
	t.author = r.named(path, n, "authorId", asText)
	t.createdAt = r.named(path, n, "createdAt", asMilliseconds)
	t.updatedAt = r.named(path, n, "updatedAt", asMilliseconds)
	f := n.Field("data")
	if f == nil || f.Value.Kind != yamldoc.Mapping {
		at := n.Pos
		if f != nil {
			at = f.Value.Pos
		}
		r.refuse(append(path, "data"), at, "The key data names the properties of the entry, each with the field that it comes from.")
		return
	}
	for _, each := range f.Value.Fields {
		r.property(append(path, "data"), t, each)
	}
	t.among = r.mapping.among(t)
	r.mapping.targets = append(r.mapping.targets, t)
}

// recordKind is the kind of record that a target is for.
func (r *reader) recordKind(path []string, n *yamldoc.Node) string {
	f := n.Field("from")
	if f == nil {
		if r.fields != nil {
			r.refuse(path, n.Pos, "The key from says which records these are: post, page, author, tag, category or another type.")
		}
		return ""
	}
	kind, _ := f.Value.Value.(string)
	if kind == "" || r.fields == nil {
		r.refuse(append(path, "from"), f.Value.Pos, "The key from names a kind of record, where the file has several.")
	}
	return kind
}

func (r *reader) collection(path []string, n *yamldoc.Node) *plan.Schema {
	f := n.Field("collection")
	if f == nil {
		r.refuse(path, n.Pos, "The key collection names the Schema of the entry.")
		return nil
	}
	name, _ := f.Value.Value.(string)
	if schema := r.plan.Schema(name); schema != nil {
		return schema
	}
	var names []string
	for _, each := range r.plan.Schemas() {
		names = append(names, each.Name())
	}
	d := r.refused(append(path, "collection"), f.Value.Pos, "There is no Schema of that name.")
	d.Candidates, d.Suggestion = names, diag.Nearest(name, names)
	return nil
}

func (r *reader) named(path []string, n *yamldoc.Node, key string, as kind) *value {
	f := n.Field(key)
	if f == nil {
		return nil
	}
	return r.value(append(path, key), f.Value, shape{as: as})
}

func (r *reader) property(path []string, t *target, f yamldoc.Field) {
	path = append(slices.Clone(path), f.Key)
	if r.properties++; r.properties > maxProperties {
		if r.properties == maxProperties+1 {
			r.refuse(path, f.Pos, "A mapping names at most 1,000 properties.")
		}
		return
	}
	names := strings.Split(f.Key, "/")
	column := t.schema.Property(names[0])
	if column == nil {
		var all []string
		for _, each := range t.schema.Properties() {
			all = append(all, each.Name())
		}
		d := r.refused(path, f.Pos, "The Schema "+t.schema.Name()+" has no property "+names[0]+".")
		d.Candidates, d.Suggestion = all, diag.Nearest(names[0], all)
		return
	}
	if slices.Contains(names, "") {
		r.refuse(path, f.Pos, "A property within an object is named as object/property.")
		return
	}
	if v := r.value(path, f.Value, shapeOf(t.schema, names)); v != nil {
		t.data = append(t.data, property{names, v})
	}
}

// value reads where a value comes from. As and items are those of the property, unless
// the mapping says otherwise.
func (r *reader) value(path []string, n *yamldoc.Node, s shape) *value {
	v := &value{as: s.as, items: s.items}
	switch n.Kind {
	case yamldoc.Scalar, yamldoc.Sequence:
		v.from = r.names(path, n)
		return v
	case yamldoc.Mapping:
	}
	r.knows(path, n, valueKeys)
	if f := n.Field("from"); f != nil {
		v.from = r.names(append(path, "from"), f.Value)
	}
	if f := n.Field("value"); f != nil {
		v.constant = f.Value.Plain()
	}
	if f := n.Field("default"); f != nil {
		v.fallback = f.Value.Plain()
	}
	if (v.from == nil) == (v.constant == nil) {
		r.refuse(path, n.Pos, "A value has either from, which names fields, or value, which is the same for all.")
		return nil
	}
	v.as, v.items = r.kind(path, n, "as", v.as), r.kind(path, n, "items", v.items)
	v.separator = r.option(path, n, "separator")
	v.purpose = r.option(path, n, "purpose")
	if v.as == asAsset && v.purpose == "" {
		r.refuse(path, n.Pos, "A file of the media library needs a purpose.")
	}
	if f := n.Field("cut"); f != nil {
		cut, ok := f.Value.Value.(int64)
		if !ok || cut < 1 || cut > maxPlain {
			r.refuse(append(path, "cut"), f.Value.Pos, "The longest text is given as a number of characters, 1 to 100,000.")
		}
		v.cut = int(cut)
	}
	if f := n.Field("values"); f != nil {
		if f.Value.Kind != yamldoc.Mapping {
			r.refuse(append(path, "values"), f.Value.Pos, "The key values has what each text becomes; * is any other.")
			return nil
		}
		v.choices, _ = f.Value.Plain().(map[string]any)
	}
	return v
}

func (r *reader) kind(path []string, n *yamldoc.Node, key string, otherwise kind) kind {
	f := n.Field(key)
	if f == nil {
		return otherwise
	}
	name, _ := f.Value.Value.(string)
	if !slices.Contains(kinds, kind(name)) {
		var all []string
		for _, each := range kinds {
			all = append(all, string(each))
		}
		d := r.refused(append(path, key), f.Value.Pos, "This is not a kind of value.")
		d.Expected, d.Suggestion = all, diag.Nearest(name, all)
	}
	return kind(name)
}

func (r *reader) option(path []string, n *yamldoc.Node, key string) string {
	f := n.Field(key)
	if f == nil {
		return ""
	}
	text, ok := f.Value.Value.(string)
	if !ok || text == "" {
		r.refuse(append(path, key), f.Value.Pos, "The key "+key+" is a text.")
	}
	return text
}

// names are the names of one field or several.
func (r *reader) names(path []string, n *yamldoc.Node) []string {
	items := []*yamldoc.Node{n}
	if n.Kind == yamldoc.Sequence {
		items = n.Items
	}
	var names []string
	for _, each := range items {
		name, ok := each.Value.(string)
		if !ok || name == "" || each.Kind != yamldoc.Scalar {
			r.refuse(path, each.Pos, "This names a field of the file, as a text.")
			return nil
		}
		if names = append(names, name); r.fields != nil && !slices.Contains(r.fields, name) {
			d := r.refused(path, each.Pos, "No record has a field "+name+".")
			d.Expected, d.Suggestion = r.fields, diag.Nearest(name, r.fields)
		}
	}
	if len(names) == 0 {
		r.refuse(path, n.Pos, "This names at least one field of the file.")
	}
	return names
}
