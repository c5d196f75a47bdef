package postgres_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

type object = map[string]any

// alikeTexts differ in what databases disagree about unless they are told: the
// order of letters and signs, which letters are the same in another case, and what
// is a number.
var alikeTexts = []any{
	"", "a", "A", "b", "B", "Z", "_", "ab", "a b", " a", "ä", "Ä", "e\u0301", "é", "z", "字", "字典", "😀", "k", "\u212a", "ſ", "s", "İ", "i", "ı", "ß", "ẞ",
	"%", `\`, "*?[", "[a-b]", "'", `"`, "\u0001", "\ufffd", "\ue000", "9", "10", "-1", "1.0", "null", "true", "\n", "here", strings.Repeat("é", 310),
}

var (
	alikeWholes  = []any{int64(0), int64(1), int64(-1), int64(9), int64(10), int64(1) << 53, int64(1)<<53 + 1, int64(math.MaxInt64), int64(math.MinInt64)}
	alikeReals   = []any{0.5, -0.5, 1.0, int64(1), int64(2), 1e21, 1e-7, 123456789.125, -1e300, float64(1 << 60), 0.1}
	alikeFlags   = []any{true, false}
	alikeNothing = []any{[]any{}, []any{"a", "B"}, []any{int64(1), 1.5, nil}, object{}, object{"b": int64(1), "a": []any{true}}, object{"ä": "Ä"}}
)

// kindsAlike are the properties of the Schema: by name their types and values.
var kindsAlike = []struct {
	name   string
	types  string
	values []any
}{
	{"name", `string`, alikeTexts},
	{"slug", `string`, alikeTexts},
	{"count", `integer`, alikeWholes},
	{"score", `number`, alikeReals},
	{"flag", `boolean`, alikeFlags},
	{"either", `[string, integer]`, append(append([]any{}, alikeTexts...), alikeWholes...)},
	{"bits", `[boolean, number]`, append(append([]any{}, alikeFlags...), alikeReals...)},
	{"tags", `array`, alikeNothing[:3]},
	{"meta", `object`, alikeNothing[3:]},
	{"loose", ``, append(append(append(append([]any{}, alikeTexts...), alikeReals...), alikeNothing...), true, false)},
}

const alikeSchema = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: items }
spec:
  title: Items
  schema: { type: object, properties: { %s } }
  uniqueIndexes: [[slug], [count, flag]]
  indexes: [[name, score], [score], [either], [bits, name]]
  searchableFields: [name, slug]
`

// alikeManifests are a Schema with properties of every kind, and so many random Views of it.
func alikeManifests(views int) string {
	var declared []string
	for _, p := range kindsAlike {
		if p.types == "" {
			declared = append(declared, p.name+": {}")
			continue
		}
		declared = append(declared, fmt.Sprintf("%s: { type: %s }", p.name, p.types))
	}
	documents := []string{fmt.Sprintf(alikeSchema, strings.Join(declared, ", "))}
	for i := range views {
		documents = append(documents, alikeView(i))
	}
	return strings.Join(documents, "\n---\n")
}

// alikeParams are declared by every View, in the order of their slots.
var alikeParams = []struct {
	name   string
	types  any
	values []any
}{
	{"maybe", []string{"string", "null"}, append([]any{nil}, alikeTexts...)},
	{"number", "number", alikeReals},
	{"text", "string", alikeTexts},
	{"whole", "integer", alikeWholes},
	{"yes", "boolean", alikeFlags},
}

// alikeView is the same View for the same number. JSON is YAML.
func alikeView(n int) string {
	r := rand.New(rand.NewPCG(uint64(n), 7))
	properties, required := object{}, []string{}
	for _, p := range alikeParams {
		properties[p.name], required = object{"type": p.types}, append(required, p.name)
	}
	spec := object{
		"from": "items", "surface": []string{"staff", "public"}[r.IntN(2)],
		"params": object{"type": "object", "properties": properties, "required": required},
	}
	if r.IntN(4) > 0 {
		spec["filter"] = alikeFilter(r, []int{0, 0, 0, 0, 0, 0, 1, 2, 3, 260}[r.IntN(10)])
		spec["requires"] = object{"auth": object{"all": []any{"ctx.user"}}}
	}
	if fields := alikeFields(r, r.IntN(5)); len(fields) > 0 {
		spec["fields"] = fields
	}
	var order []any
	for _, field := range alikeFields(r, r.IntN(4)) {
		order = append(order, object{"field": field, "direction": []string{"asc", "desc"}[r.IntN(2)]})
	}
	if order != nil {
		spec["orderBy"] = order
	}
	text, err := json.Marshal(object{"apiVersion": "quartet/v1", "kind": "View", "metadata": object{"name": fmt.Sprint("view-", n)}, "spec": spec})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// alikeFields are some different columns.
func alikeFields(r *rand.Rand, most int) (names []string) {
	columns := alikeColumns()
	for _, i := range r.Perm(len(columns))[:most] {
		names = append(names, columns[i])
	}
	return names
}

func alikeColumns() []string {
	names := []string{"id", "version", "createdAt", "authorId"}
	for _, p := range kindsAlike {
		names = append(names, p.name)
	}
	return names
}

// alikeFilter is a filter of so many levels at most.
func alikeFilter(r *rand.Rand, depth int) object {
	if depth == 0 {
		return alikeComparison(r)
	}
	op := []string{"and", "or"}[r.IntN(2)]
	nodes := []any{alikeFilter(r, depth-1)}
	for range r.IntN(3) {
		nodes = append(nodes, alikeComparison(r))
	}
	return object{op: nodes}
}

func alikeComparison(r *rand.Rand) object {
	field, values := "id", alikeTexts
	if i := r.IntN(len(kindsAlike) + 1); i < len(kindsAlike) {
		field, values = kindsAlike[i].name, kindsAlike[i].values
	}
	if r.IntN(5) == 0 { // of another kind
		values = kindsAlike[r.IntN(len(kindsAlike))].values
	}
	value := values[r.IntN(len(values))]
	switch value.(type) {
	case []any, object:
		value = nil
	}
	switch r.IntN(8) {
	case 0, 1, 2:
		value = object{"$param": alikeParams[r.IntN(len(alikeParams))].name}
	case 3:
		value = nil
	case 4:
		if field == "name" {
			return object{"eq": object{"field": field, "value": object{"$ctx.user": "id"}}}
		}
	}
	return object{[]string{"eq", "eq", "gt", "gte", "lt", "lte"}[r.IntN(6)]: object{"field": field, "value": value}}
}
