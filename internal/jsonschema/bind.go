package jsonschema

import (
	"maps"
	"slices"
	"strconv"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

const bindKeyword = "x-service-bind"

// Bind is one value that the server stamps.
type Bind struct {
	Path    []string       // the properties that lead to it from the root
	Value   string         // ctx.user, ctx.staff or now
	Schema  map[string]any // what is said of it (Effective)
	Pointer string         // of the keyword in the document

	// Alone says that the objects around it require nothing but stamps, so that
	// one which is absent can be made for it.
	Alone bool
}

// maxBinds bounds the work on definitions that lead to one stamp in many ways.
const maxBinds = 1000

// Binds lists what x-service-bind stamps in a value of doc, by path: whatever
// properties and $ref lead to. Where that names no one value (a bind within a
// list, a choice, properties without a name, or a schema that holds itself) the
// bind is a problem, because a keyword that is not obeyed would leave the value
// to callers. Places that Check finds fault with are passed over (decision 105).
func Binds(doc map[string]any) ([]Bind, []Problem) {
	w := &bindWalk{
		doc: doc, holders: bindHolders(doc), open: make(map[string]bool),
		known: make(map[string]bool), required: make(map[string]map[string]bool),
	}
	w.visit(doc, bindPlace{effective: doc})
	stamped := make(map[string]bool) // what is stamped or has stamps inside
	for _, b := range w.found {
		for i := range b.Path {
			stamped[jsonvalue.Pointer(b.Path[:i+1]...)] = true
		}
	}
	for i, b := range w.found {
		w.found[i].Alone = w.isAlone(b.Path, stamped)
	}
	slices.SortFunc(w.found, func(a, b Bind) int { return slices.Compare(a.Path, b.Path) })
	return w.found, w.problems
}

type bindWalk struct {
	doc      map[string]any
	holders  map[string]bool            // definitions that lead to a bind
	open     map[string]bool            // definitions on the way here
	known    map[string]bool            // paths that are bound, and places that are reported, by pointer
	required map[string]map[string]bool // by pointer of an object in the value: what is required of it
	visits   int                        // of binds
	found    []Bind
	problems []Problem
}

// bindPlace is where the walk stands.
type bindPlace struct {
	pointer   string         // in the document
	path      []string       // in the value
	effective map[string]any // what is said of the value
	shared    bool           // the schema is of many values, or of perhaps none
	via       string         // the $ref that led here since it is shared
	loose     string         // the first object on the way that need not be one
}

func (w *bindWalk) visit(schema map[string]any, at bindPlace) {
	if w.visits > maxBinds {
		return
	}
	if value, ok := schema[bindKeyword].(string); ok {
		w.bound(value, at)
	}
	if required, _ := schema["required"].([]any); !at.shared && len(at.path) > 0 {
		w.require(jsonvalue.Pointer(at.path...), required)
	}
	w.follow(schema, at)
	for _, each := range subschemas(schema, at.pointer) {
		inner := at
		inner.pointer = each.pointer
		if each.property == "" {
			inner.shared = true
		} else {
			inner.path = append(slices.Clone(at.path), each.property)
			inner.effective = Effective(w.doc, each.schema)
			if inner.loose == "" && len(at.path) > 0 && !isObjectAlone(at.effective) {
				inner.loose = at.pointer
			}
		}
		w.visit(each.schema, inner)
	}
}

// follow goes on with the definition that a $ref names, if it leads to a bind.
func (w *bindWalk) follow(schema map[string]any, at bindPlace) {
	ref, _ := schema["$ref"].(string)
	name, _ := definitionName(ref)
	here := at.pointer + "/$ref"
	switch {
	case !w.holders[name]:
	case w.open[name]:
		w.visits++
		w.refuse(here, "x-service-bind cannot be obeyed in a schema that contains itself: it would stamp without end.")
	default:
		if at.shared && at.via == "" {
			at.via = here
		}
		at.pointer = jsonvalue.Pointer("$defs", name)
		w.open[name] = true
		w.visit(Definition(w.doc, ref), at)
		delete(w.open, name)
	}
}

// bound takes one bind. Of two for one value the nearer one is met first.
func (w *bindWalk) bound(value string, at bindPlace) {
	if w.visits++; w.visits > maxBinds {
		w.problems = append(w.problems, Problem{Code: diag.JSONSchemaLimitExceeded, Message: "x-service-bind leads to more than 1,000 values."})
		return
	}
	place := at.pointer + jsonvalue.Pointer(bindKeyword)
	path := "value " + jsonvalue.Pointer(at.path...)
	declared, _ := w.doc["properties"].(map[string]any)
	switch {
	case at.shared:
		if at.via != "" {
			place = at.via
		}
		w.refuse(place, "x-service-bind must name exactly one value; in items, oneOf and additionalProperties it does not.")
	case len(at.path) == 0:
		w.refuse(place, "x-service-bind stamps a property, not the whole value.")
	case declared[at.path[0]] == nil:
		w.refuse("/$ref", "x-service-bind stamps a property that the root does not declare: "+strconv.Quote(at.path[0])+".")
	case at.loose != "":
		w.refuse(at.loose, "A property with x-service-bind inside must be of type object.")
	case !w.known[path]:
		w.known[path] = true
		w.found = append(w.found, Bind{Path: at.path, Value: value, Schema: at.effective, Pointer: place})
	}
}

func (w *bindWalk) refuse(pointer, message string) {
	if place := "place " + pointer; !w.known[place] {
		w.known[place] = true
		w.problems = append(w.problems, Problem{Code: diag.BindPlaceInvalid, Pointer: pointer, Message: message})
	}
}

func (w *bindWalk) require(object string, names []any) {
	if w.required[object] == nil {
		w.required[object] = make(map[string]bool)
	}
	for _, each := range names {
		name, _ := each.(string)
		w.required[object][name] = true
	}
}

func (w *bindWalk) isAlone(path []string, stamped map[string]bool) bool {
	for i := 1; i < len(path); i++ {
		object := jsonvalue.Pointer(path[:i]...)
		for name := range w.required[object] {
			if !stamped[object+jsonvalue.Pointer(name)] {
				return false
			}
		}
	}
	return true
}

func isObjectAlone(schema map[string]any) bool {
	types, isList := schema["type"].([]any)
	if !isList {
		return schema["type"] == "object"
	}
	return slices.Contains(types, any("object")) &&
		!slices.ContainsFunc(types, func(t any) bool { return t != "object" && t != "null" })
}

// subschema is a schema inside another; property is "" where it is of no
// property by name.
type subschema struct {
	pointer, property string
	isBranch          bool // of oneOf: of the same value
	schema            map[string]any
}

func subschemas(schema map[string]any, pointer string) (all []subschema) {
	add := func(v any, property string, tokens ...string) {
		if inner, ok := v.(map[string]any); ok {
			all = append(all, subschema{pointer + jsonvalue.Pointer(tokens...), property, tokens[0] == "oneOf", inner})
		}
	}
	named, _ := schema["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(named)) {
		add(named[name], name, "properties", name)
	}
	add(schema["items"], "", "items")
	add(schema["additionalProperties"], "", "additionalProperties")
	branches, _ := schema["oneOf"].([]any)
	for i, branch := range branches {
		add(branch, "", "oneOf", strconv.Itoa(i))
	}
	return all
}

// bindHolders are the definitions that hold a bind or lead to one that does.
func bindHolders(doc map[string]any) map[string]bool {
	defs, _ := doc["$defs"].(map[string]any)
	users, holders := make(map[string][]string), make(map[string]bool)
	var fresh []string
	for name, each := range defs {
		for _, schema := range within(each) {
			if schema[bindKeyword] != nil {
				fresh = append(fresh, name)
			}
			ref, _ := schema["$ref"].(string)
			if target, ok := definitionName(ref); ok {
				users[target] = append(users[target], name)
			}
		}
	}
	for len(fresh) > 0 {
		name := fresh[len(fresh)-1]
		fresh = fresh[:len(fresh)-1]
		if !holders[name] {
			holders[name] = true
			fresh = append(fresh, users[name]...)
		}
	}
	return holders
}

// within lists a schema and all those inside it, $ref not followed.
func within(v any) []map[string]any {
	schema, _ := v.(map[string]any)
	all := []map[string]any{schema}
	for i := 0; i < len(all); i++ {
		for _, inner := range subschemas(all[i], "") {
			all = append(all, inner.schema)
		}
	}
	return all
}
