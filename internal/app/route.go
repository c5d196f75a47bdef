package app

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/plan"
)

// conflicts checks the routes of the program against the contract's reserved
// paths, the base path of its own sign-in ("" for none), that of media where the site
// has any, the manifests' routes and each other.
func conflicts(routes []Route, p *plan.Plan, base string, hasMedia bool) diag.List {
	var found diag.List
	mux := http.NewServeMux()
	for _, route := range routes {
		if base != "" && within(base, segmentsOf(route.Path)) {
			found.Add(conflict(route, "is taken by sign-in"))
		} else if hasMedia && within(media.Path, segmentsOf(route.Path)) {
			found.Add(conflict(route, "is taken by media"))
		} else if owner := ownerOf(route, p); owner != "" {
			found.Add(conflict(route, "is taken by "+owner))
		} else if err := route.mount(mux); err != nil {
			found.Add(conflict(route, "cannot be mounted").WithCause(err))
		}
	}
	return found
}

// mount makes the routes of the program reachable.
func mount(routes []Route) (*http.ServeMux, error) {
	mux := http.NewServeMux()
	for _, route := range routes {
		if err := route.mount(mux); err != nil {
			return nil, err
		}
	}
	return mux, nil
}

func conflict(route Route, why string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: diag.RouteConflict, Phase: diag.Boot, Severity: diag.Error,
		Path: "route:" + route.pattern(), Message: "The route " + route.pattern() + " " + why + ".",
	}
}

func (r Route) pattern() string { return strings.TrimSpace(r.Method + " " + r.Path) }

// mount registers the route; ServeMux panics where a pattern is malformed or
// conflicts with one that it has.
func (r Route) mount(mux *http.ServeMux) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%v", reason)
		}
	}()
	if !strings.HasPrefix(r.Path, "/") {
		return errors.New("the path does not begin with /")
	}
	mux.Handle(r.pattern(), r.Handler)
	return nil
}

// ownerOf names who owns a path that the route could answer, or "".
func ownerOf(route Route, p *plan.Plan) string {
	if reservesAny(route.Path) {
		return "a reserved path"
	}
	for _, trigger := range p.Triggers() {
		if trigger.Kind() != plan.SourceHTTP || route.Method != "" && route.Method != trigger.Method() {
			continue
		}
		if overlap(segmentsOf(route.Path), triggerSegments(trigger.Segments())) {
			return "the Trigger " + trigger.Name()
		}
	}
	return ""
}

// ownPaths are the service's beside the contract's reserved ones.
var ownPaths = []string{healthPath, ReadyPath}

// reservesAny reports whether a pattern could match a reserved path: one that lies
// under such a path, or has a wildcard where such paths begin.
func reservesAny(pattern string) bool {
	literal := ""
	for _, segment := range segmentsOf(pattern) {
		if isWild(segment) {
			return slices.Contains([]string{"", "/api", "/.well-known"}, literal)
		}
		literal = httpx.Resolve(literal + "/" + segment)
		if httpx.Reserved(literal) || slices.Contains(ownPaths, literal) {
			return true
		}
	}
	return false
}

// anything is the segment that stands for any number of segments.
const anything = "{...}"

// segmentsOf splits a pattern of http.ServeMux, decoded as ServeMux does. A
// trailing slash, which matches all below it, and {name...} become anything;
// {$} ends the path.
func segmentsOf(pattern string) []string {
	var segments []string
	for segment := range strings.SplitSeq(strings.TrimPrefix(pattern, "/"), "/") {
		if text, err := url.PathUnescape(segment); err == nil {
			segment = text
		}
		segments = append(segments, strings.Split(segment, "/")...)
	}
	switch last := len(segments) - 1; {
	case segments[last] == "" || strings.HasSuffix(segments[last], "...}"):
		segments[last] = anything
	case segments[last] == "{$}":
		segments = segments[:last]
	}
	return segments
}

func triggerSegments(of []manifest.Segment) []string {
	var segments []string
	for _, each := range of {
		if each.Property != "" {
			segments = append(segments, "{"+each.Property+"}")
		} else {
			segments = append(segments, strings.Split(each.Literal, "/")...)
		}
	}
	return segments
}

func isWild(segment string) bool {
	return strings.HasPrefix(segment, "{") && strings.HasSuffix(segment, "}")
}

// overlap reports whether some path matches both patterns.
func overlap(a, b []string) bool {
	for i := range min(len(a), len(b)) {
		switch {
		case a[i] == anything || b[i] == anything:
			return true
		case a[i] != b[i] && !isWild(a[i]) && !isWild(b[i]):
			return false
		}
	}
	return len(a) == len(b) || len(a) > len(b) && a[len(b)] == anything || len(b) > len(a) && b[len(a)] == anything
}
