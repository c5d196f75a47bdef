package dev

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// tryout is something that a visitor of the page can try.
type tryout struct {
	Title      string
	Link       string // of a View: its path and query
	Line       string // of a Trigger: METHOD path
	Curl       string // of a Trigger: a command to paste
	Restricted bool   // a visitor without a credential is refused
}

// tryoutFinder finds examples that work: a link is filled from an entry that the View
// would show, a command from what the Procedure's input asks for.
type tryoutFinder struct {
	service  *app.App
	url      string
	samples  map[string]*content.Entry // by collection; nil when it is empty
	examples exampleBuilder
}

func newTryoutFinder(s *app.App, url string) *tryoutFinder {
	return &tryoutFinder{service: s, url: url, samples: make(map[string]*content.Entry), examples: exampleBuilder{now: time.Now()}}
}

// views are the public Views.
func (g *tryoutFinder) views(ctx context.Context) []tryout {
	var offers []tryout
	for _, v := range g.service.Views() {
		if v.Surface == "public" {
			offers = append(offers, tryout{Title: cmp.Or(v.Title, v.Name), Link: g.link(ctx, v), Restricted: v.Restricted})
		}
	}
	return offers
}

func (g *tryoutFinder) link(ctx context.Context, v app.ViewInfo) string {
	g.examples.root = v.Params
	query := make(url.Values)
	properties, _ := v.Params["properties"].(map[string]any)
	required, _ := v.Params["required"].([]any)
	for name := range properties {
		if slices.Contains(required, any(name)) {
			schema, _ := properties[name].(map[string]any)
			query.Set(name, fmt.Sprint(g.param(ctx, v, name, jsonschema.Effective(v.Params, schema))))
		}
	}
	link := "/api/views/" + url.PathEscape(v.Name)
	if len(query) > 0 {
		link += "?" + query.Encode()
	}
	return link
}

// param is the value of a param: that of the sample entry's property of the
// same name, or one that the param's schema states, or the first locale.
func (g *tryoutFinder) param(ctx context.Context, v app.ViewInfo, name string, schema map[string]any) any {
	if sample := g.sample(ctx, v.From); sample != nil && isScalar(sample.Data[name]) {
		return sample.Data[name]
	}
	if value, ok := stated(schema); ok {
		return value
	}
	if locales := g.service.Site().Config().Locales; name == "locale" && len(locales) > 0 {
		return locales[0]
	}
	if kind := typeOf(schema); kind == "integer" || kind == "number" {
		return cmp.Or(schema["minimum"], any(int64(0))) // from the beginning
	}
	return g.examples.value(name, schema, 0)
}

// sample is a published entry of a collection, or nil.
func (g *tryoutFinder) sample(ctx context.Context, collection string) *content.Entry {
	if collection == "" {
		return nil
	}
	if _, asked := g.samples[collection]; !asked {
		g.samples[collection] = nil
		found, err := g.service.Content().List(ctx, collection, content.EntryQuery{Status: content.Published, Limit: 1})
		if err == nil && len(found) > 0 {
			g.samples[collection] = found[0]
		}
	}
	return g.samples[collection]
}

func isScalar(v any) bool {
	switch v.(type) {
	case string, int64, float64, bool:
		return true
	}
	return false
}

// triggers are the HTTP Triggers.
func (g *tryoutFinder) triggers(ctx context.Context) []tryout {
	procedures := make(map[string]app.ProcedureInfo)
	for _, p := range g.service.Procedures() {
		procedures[p.Name] = p
	}
	var offers []tryout
	for _, t := range g.service.Triggers() {
		if t.Source.Kind == "http" {
			p := procedures[t.Target.Procedure]
			offers = append(offers, tryout{
				Title: cmp.Or(p.Title, p.Description, t.Name), Restricted: p.Restricted,
				Line: t.Source.Method + " " + t.Source.Path, Curl: g.curl(ctx, t.Source, p),
			})
		}
	}
	return offers
}

// curl is a command for a POSIX shell.
func (g *tryoutFinder) curl(ctx context.Context, source app.TriggerSource, p app.ProcedureInfo) string {
	body := g.body(ctx, p)
	path := source.Path
	for name, v := range body {
		if bound := "{" + name + "}"; strings.Contains(path, bound) {
			if sample := g.sample(ctx, p.Collection); sample != nil && isScalar(sample.Data[name]) {
				v = sample.Data[name]
			}
			path = strings.ReplaceAll(path, bound, url.PathEscape(fmt.Sprint(v)))
			delete(body, name)
		}
	}
	command := "curl -X " + source.Method + " " + quote(g.url+path)
	if len(body) == 0 {
		return command
	}
	return command + " \\\n  -H 'Content-Type: application/json' \\\n  -d " + quote(string(jsonvalue.Append(nil, body)))
}

// body is an example input; one that names an entry names the sample.
func (g *tryoutFinder) body(ctx context.Context, p app.ProcedureInfo) map[string]any {
	g.examples.root = p.Input
	body := g.examples.object(p.Input, 0)
	if sample := g.sample(ctx, p.Collection); sample != nil {
		known := map[string]any{"id": sample.ID, "expectedVersion": sample.Version}
		for name, v := range known {
			if _, asked := body[name]; asked {
				body[name] = v
			}
		}
	}
	return body
}

func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
