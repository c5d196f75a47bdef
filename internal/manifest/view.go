package manifest

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// Surface is where a View or an MCP Trigger mounts.
type Surface string

// The two surfaces.
const (
	Public Surface = "public"
	Staff  Surface = "staff"
)

var surfaces = []Surface{Public, Staff}

// Surfaces lists where a View or an MCP Trigger mounts.
func Surfaces() []Surface { return slices.Clone(surfaces) }

// View is a named read. Exactly one of From and SQL is set.
type View struct {
	Atom
	Title       Text
	Description Text
	From        string
	SQL         map[string]string // statement by dialect: sqlite, postgres
	Surface     Surface
	Cache       *Cache
	Requires    *Requires
	Filter      *Filter
	Fields      any  // as written: the graph check reads it
	HasFields   bool // without: every column
	OrderBy     []Order
	Limit       any // as written; 50 unless a usable number
	Params      *JSONSchema
	UsedParams  map[string]bool // those that filter or sql name; nil where params are wrong
	Rows        *JSONSchema     // of a row of a sql View; nil unless declared
	List        *ListUI
}

// Cache is the declared shared lifetime of a View's answer, in seconds.
type Cache struct{ SharedMaxAge int }

// Order is one term of orderBy.
type Order struct {
	Field string
	Desc  bool
}

func (r *reader) view(spec *place) *View {
	f, _ := spec.mapping("title", "description", "uiSchema", "from", "sql", "surface", "cache", "requires",
		"filter", "fields", "orderBy", "limit", "params", "rows")
	v := &View{Atom: *r.atom}
	v.Title = f.get("title").localized()
	v.Description = f.get("description").localized()
	v.Surface = Surface(f.need("surface").oneOf(texts(surfaces)...))
	v.Requires = f.get("requires").requires()
	v.Params = f.get("params").as(diag.ViewParamsInvalidShape).params()
	if limit := f.get("limit"); limit != nil {
		v.Limit = limit.node.Plain()
	}
	refs := references{params: v.Params, faulty: f.get("params").faulty()}
	v.readForm(f, &refs)
	v.UsedParams = refs.used
	v.readRows(f.get("rows"))
	v.readCache(f)
	v.readUI(f.get("uiSchema").as(diag.ViewUIInvalid))
	v.checkCallerFilter(f, &refs)
	return v
}

// readForm reads from with filter, fields and orderBy, or sql.
func (v *View) readForm(f fields, refs *references) {
	v.From = f.get("from").optionalText()
	v.SQL = f.get("sql").statements(refs)
	switch isSQL := v.SQL != nil; {
	case f.place == nil, f.get("from").faulty(), v.SQL == nil && f.get("sql").faulty():
	case isSQL == (v.From != ""):
		f.wrong("A View requires exactly one of from or sql.").Expected = []string{"from", "sql"}
	case isSQL:
		for _, key := range []string{"filter", "fields", "orderBy"} {
			if p := f.get(key); p != nil {
				p.failKey(p.code, "A sql View has no "+key+"; write it into the statement.")
			}
		}
	}
	if v.SQL == nil {
		v.Filter = f.get("filter").filter(refs)
		if p := f.get("fields"); p != nil {
			v.HasFields, v.Fields = true, p.node.Plain()
		}
		v.OrderBy = f.get("orderBy").as(diag.ViewOrderByInvalid).orderBy()
	}
}

// readRows reads what a row of a sql View looks like. The rows of any other View
// follow from its fields.
func (v *View) readRows(p *place) {
	if p == nil {
		return
	}
	if v.SQL == nil {
		p.failKey(p.code, "Only a sql View declares rows; those of this one follow from its fields.")
		return
	}
	p.wantObject(p.code)
	v.Rows = p.jsonSchema()
}

// optionalText reads a string that may be empty, which is as good as absent.
func (p *place) optionalText() string {
	if p == nil {
		return ""
	}
	s, ok := p.node.Value.(string)
	if !ok {
		p.wrong("This must be a non-empty string.").Expected = "string"
	}
	return s
}

func (p *place) orderBy() []Order {
	var terms []Order
	for each := range p.list("{ field, direction }") {
		terms = append(terms, each.orderTerm())
	}
	return terms
}

const descending = "desc"

var directions = []string{"asc", descending}

func (p *place) orderTerm() Order {
	var term Order
	if p.node.Kind != yamldoc.Mapping {
		p.wrong("An entry of orderBy is { field, direction }.").Expected = "object"
		return term
	}
	f, _ := p.as(diag.InvalidManifestEnvelope).mapping("field", "direction")
	if field := f.get("field").as(p.code); field != nil {
		term.Field = field.text()
	} else {
		p.failBelow(p.code, "/field", "An entry of orderBy names a field.").Expected = "string"
	}
	term.Desc = f.get("direction").as(p.code).oneOf(directions...) == descending
	return term
}

// The range of sharedMaxAge, in seconds.
const (
	minSharedMaxAge = 1
	maxSharedMaxAge = 86_400
)

// readCache reads cache; that the source Schema is publishing is for the graph
// to say.
func (v *View) readCache(f fields) {
	p := f.get("cache")
	if p == nil {
		return
	}
	v.Cache = p.cache()
	var reasons []string
	if v.SQL != nil {
		reasons = append(reasons, "is written in SQL")
	}
	if v.Surface == Staff {
		reasons = append(reasons, "is for staff")
	}
	if f.get("requires") != nil {
		reasons = append(reasons, "requires something of its caller")
	}
	if len(reasons) > 0 {
		p.failKey(diag.ViewCacheInvalid, "A View that "+strings.Join(reasons, " and ")+" cannot be cached.")
	}
}

func (p *place) cache() *Cache {
	if p.node.Kind != yamldoc.Mapping {
		p.fail(diag.ViewCacheInvalid, "cache must be { sharedMaxAge }.").Expected = "object"
		return nil
	}
	f, _ := p.mapping("sharedMaxAge")
	declared := f.get("sharedMaxAge")
	if declared == nil {
		p.fail(diag.ViewCacheInvalid, "cache must say sharedMaxAge.").Expected = "sharedMaxAge"
		return nil
	}
	seconds, ok := wholeNumber(declared.node.Value)
	if !ok || seconds < minSharedMaxAge || seconds > maxSharedMaxAge {
		declared.fail(diag.ViewCacheInvalid, "sharedMaxAge must be an integer from 1 to 86400, in seconds.").Expected = "integer"
		return nil
	}
	return &Cache{SharedMaxAge: int(seconds)}
}

// wholeNumber reads an integer, however it is written.
func wholeNumber(v any) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case float64:
		return int64(v), v == math.Trunc(v) && math.Abs(v) < 1<<53
	}
	return 0, false
}

// ListUI is uiSchema.list of a staff View.
type ListUI struct{ Columns, SearchFields, FilterFields []string }

func (v *View) readUI(p *place) {
	if p == nil {
		return
	}
	if v.Surface == Public {
		p.failKey(p.code, "Only a View with surface: staff has a uiSchema.")
		return
	}
	f, _ := p.mapping("list")
	if list, ok := f.get("list").mapping("columns", "searchFields", "filterFields"); ok {
		v.List = &ListUI{
			Columns:      list.get("columns").outputFields(),
			SearchFields: list.get("searchFields").outputFields(),
			FilterFields: list.get("filterFields").outputFields(),
		}
	}
}

// outputFields reads distinct names of output fields.
func (p *place) outputFields() []string {
	var names []string
	for each, name := range p.distinctTexts("field names") {
		if i := strings.IndexAny(name, "\"\\\x00"); i >= 0 {
			each.wrong("A field's name cannot hold the character " + strconv.Quote(name[i:i+1]) + ".")
		}
		names = append(names, name)
	}
	return names
}
