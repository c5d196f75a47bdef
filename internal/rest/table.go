package rest

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/querystring"
)

// table finds the HTTP Trigger of a method and path. It is a tree of segments:
// a literal segment beats a template, and where the method is not served under
// the literal one, the template is tried.
type table struct {
	root    node
	longest int // path that any route of the surface has, in segments
}

// viewSegments are those of /api/views/<name>.
const viewSegments = 3

type node struct {
	literal  map[string]*node
	template *node
	routes   map[string]*route // by method
}

// route is one HTTP Trigger.
type route struct {
	name      string // for httpx.SetRoute
	procedure *plan.Procedure
	bindings  []binding
	headers   []plan.Header
	rawBody   string // the property that is the text of the body; "" for an input as JSON
}

// binding says which segment of the path is which input property.
type binding struct {
	segment  int
	property string
	coercion querystring.Coercion
}

func newTable(p *plan.Plan) *table {
	t := &table{longest: viewSegments}
	for _, trigger := range p.Triggers() {
		if trigger.Kind() == plan.SourceHTTP {
			t.add(trigger)
		}
	}
	return t
}

func (t *table) add(trigger *plan.Trigger) {
	t.longest = max(t.longest, len(trigger.Segments()))
	at := &t.root
	r := &route{name: "Trigger/" + trigger.Name(), procedure: trigger.Procedure(), headers: trigger.Headers(), rawBody: trigger.RawBody()}
	for i, segment := range trigger.Segments() {
		at = at.child(segment)
		if segment.Property != "" {
			c := querystring.CoercionOf(r.procedure.InputDocument(), segment.Property)
			r.bindings = append(r.bindings, binding{i, segment.Property, c})
		}
	}
	if at.routes == nil {
		at.routes = map[string]*route{}
	}
	at.routes[trigger.Method()] = r
}

func (n *node) child(segment plan.Segment) *node {
	if segment.Property != "" {
		if n.template == nil {
			n.template = &node{}
		}
		return n.template
	}
	if n.literal == nil {
		n.literal = map[string]*node{}
	}
	if n.literal[segment.Literal] == nil {
		n.literal[segment.Literal] = &node{}
	}
	return n.literal[segment.Literal]
}

// find gives the route of a method and decoded segments, or nil.
func (t *table) find(method string, segments []string) *route {
	return t.root.find(method, segments)
}

func (n *node) find(method string, segments []string) *route {
	if len(segments) == 0 {
		return n.routes[method]
	}
	if next := n.literal[segments[0]]; next != nil {
		if r := next.find(method, segments[1:]); r != nil {
			return r
		}
	}
	if n.template == nil || segments[0] == "" {
		return nil
	}
	return n.template.find(method, segments[1:])
}

// allowed lists the methods that the path is served under, sorted.
func (t *table) allowed(segments []string) []string {
	methods := map[string]bool{}
	t.root.collect(segments, methods)
	return slices.Sorted(maps.Keys(methods))
}

func (n *node) collect(segments []string, methods map[string]bool) {
	if len(segments) == 0 {
		for method := range n.routes {
			methods[method] = true
		}
		return
	}
	if next := n.literal[segments[0]]; next != nil {
		next.collect(segments[1:], methods)
	}
	if n.template != nil && segments[0] != "" {
		n.template.collect(segments[1:], methods)
	}
}

// allow is the value of an Allow header.
func allow(methods []string) string { return strings.Join(methods, ", ") }

var readMethods = allow([]string{http.MethodGet, http.MethodHead})
