package manifest

import (
	"net/http"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// SourceKind is the kind of a Trigger's source.
type SourceKind string

// The three kinds of sources.
const (
	SourceHTTP      SourceKind = "http"
	SourceMCP       SourceKind = "mcp"
	SourceLifecycle SourceKind = "lifecycle"
)

var sourceKinds = []SourceKind{SourceHTTP, SourceMCP, SourceLifecycle}

// SourceKinds lists the kinds of sources.
func SourceKinds() []SourceKind { return slices.Clone(sourceKinds) }

// Hook is a lifecycle hook: one half of a pair, before_* or after_*.
type Hook string

// After reports whether a hook runs when the write is done, which it cannot abort;
// every other runs before the write, and aborts it unless the Trigger says
// continue (open-parts.md, Trigger).
func (h Hook) After() bool { return strings.HasPrefix(string(h), "after_") }

// The hooks of open-parts.md, Lifecycle.
const (
	BeforeCreate  Hook = "before_create"
	AfterCreate   Hook = "after_create"
	BeforeUpdate  Hook = "before_update"
	AfterUpdate   Hook = "after_update"
	BeforeDelete  Hook = "before_delete"
	AfterDelete   Hook = "after_delete"
	BeforePublish Hook = "before_publish"
	AfterPublish  Hook = "after_publish"
)

var hooks = []Hook{
	BeforeCreate, AfterCreate, BeforeUpdate, AfterUpdate, BeforeDelete, AfterDelete, BeforePublish, AfterPublish,
}

// Hooks lists the lifecycle hooks.
func Hooks() []Hook { return slices.Clone(hooks) }

// Trigger makes a Procedure reachable.
type Trigger struct {
	Atom
	Source    Source
	Procedure string
}

// Source is a Trigger's source; the fields of its Kind are set.
type Source struct {
	Kind SourceKind

	Method   string    // http
	Path     string    // http, as written
	Segments []Segment // http: Path in pieces, /api/ included
	Headers  []Header  // http: what headers of the request carry
	RawBody  string    // http: the input property that is the text of the body (decision 203), "" for none

	Surface Surface // mcp

	Schema  string // lifecycle
	On      []Hook // lifecycle
	OnError string // lifecycle: abort, continue or "" for the default of each hook
}

func (r *reader) trigger(spec *place) *Trigger {
	f, _ := spec.mapping("source", "target")
	t := &Trigger{Atom: *r.atom}
	t.Source = f.need("source").source()
	target, _ := f.need("target").mapping("procedure")
	t.Procedure = target.need("procedure").text()
	return t
}

func (p *place) source() Source {
	kind := SourceKind(p.child("kind").string())
	switch kind {
	case SourceHTTP:
		return p.httpSource()
	case SourceMCP:
		f, _ := p.mapping("kind", "surface")
		return Source{Kind: kind, Surface: Surface(f.need("surface").oneOf(texts(surfaces)...))}
	case SourceLifecycle:
		return p.lifecycleSource()
	}
	f, _ := p.mapping("kind", "method", "path", "headers", "rawBody", "surface", "schema", "on", "errorPolicy")
	f.need("kind").oneOf(texts(sourceKinds)...)
	return Source{}
}

var methods = []string{"POST", "PUT", "PATCH", "DELETE"}

func (p *place) httpSource() Source {
	f, _ := p.mapping("kind", "method", "path", "headers", "rawBody")
	s := Source{Kind: SourceHTTP, Method: f.need("method").oneOf(methods...), Headers: f.get("headers").boundHeaders(), RawBody: f.get("rawBody").text()}
	path := f.need("path")
	if s.Path = path.text(); s.Path == "" {
		return s
	}
	var reason string
	if s.Segments, reason = splitPath(s.Path); reason != "" {
		path.fail(diag.TriggerPathInvalid, reason)
	}
	return s
}

// Header is an input property that a header of the request is.
type Header struct {
	Property string
	Name     string // in the canonical case
}

// credentialHeaders carry credentials, which enter no input (open-parts.md, Authorization).
var credentialHeaders = []string{"Authorization", "Cookie", "Proxy-Authorization", "X-Api-Key"}

// headerName is the form of a header's name.
var headerName = lazyregexp.New("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

// boundHeaders reads which input property is which header.
func (p *place) boundHeaders() []Header {
	if p.isOtherThan(yamldoc.Mapping) {
		p.wrong("This must be a mapping of input properties to names of headers.").Expected = "object"
	}
	var headers []Header
	for each := range p.members() {
		name := http.CanonicalHeaderKey(each.text())
		switch {
		case name == "":
		case !headerName.MatchString(name):
			each.wrong("This is not the name of a header.")
		case slices.Contains(credentialHeaders, name):
			each.wrong("A header with credentials enters no input; the service checks it.")
		default:
			headers = append(headers, Header{each.token, name})
		}
	}
	return headers
}

// What a Trigger's errorPolicy may be.
const (
	abortPolicy    = "abort"
	continuePolicy = "continue"
)

func (p *place) lifecycleSource() Source {
	f, _ := p.mapping("kind", "schema", "on", "errorPolicy")
	s := Source{Kind: SourceLifecycle, Schema: f.need("schema").text()}
	on := f.need("on")
	for each := range on.list("hooks") {
		if hook := Hook(each.oneOf(texts(hooks)...)); slices.Contains(s.On, hook) {
			each.wrong("The list names this hook more than once.")
		} else if hook != "" {
			s.On = append(s.On, hook)
		}
	}
	if on != nil && len(s.On) == 0 && !on.faulty() {
		on.wrong("The list of hooks must not be empty.").Expected = texts(hooks)
	}
	policy := f.get("errorPolicy")
	s.OnError = policy.oneOf(abortPolicy, continuePolicy)
	if s.OnError == abortPolicy && slices.ContainsFunc(s.On, Hook.After) {
		policy.wrong("An after_* hook runs when the write is done; it cannot abort it.").Expected = continuePolicy
	}
	return s
}
