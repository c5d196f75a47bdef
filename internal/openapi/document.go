package openapi

import (
	"cmp"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema/portable"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Options are what the plan does not say of a document.
type Options struct {
	Title   string // "" is DefaultTitle
	Version string // of the site's interface; "" is DefaultVersion

	// Cookie names the cookie of a session; "" is DefaultCookie.
	Cookie string

	// Origin is where the site is reached, such as https://example.org. "" leaves
	// it to whoever got the document from the site.
	Origin string

	// OAuth says that the site at Origin gives out access tokens.
	OAuth bool
}

// What a document says where nothing else is known (contract, Command-line
// interface). The cookie is that of a site on HTTPS with the default prefix.
const (
	DefaultTitle   = "service"
	DefaultVersion = "0.1.0"
	DefaultCookie  = "__Host-quartet.session"
)

// Version of the OpenAPI specification that is printed.
const Version = "3.1.0"

// object is a JSON object.
type object = map[string]any

// Print prints the document of a plan. Two names that meet in generated code are
// GENERATED_NAME_COLLISION, as they are for codegen.Build.
func Print(p *plan.Plan, o Options) ([]byte, diag.List) {
	model, problems := codegen.Build(p)
	if model == nil {
		return nil, problems
	}
	return append(indented(newDocument(p, model, o).tree()), '\n'), problems
}

// document collects what the operations of a site have in common.
type document struct {
	plan    *plan.Plan
	model   *codegen.Model
	options Options
	schema  portable.Translator

	paths      object
	templates  map[string][]string // of a path, by the path without their names
	operations map[string]bool     // ids that are taken
	tags       map[string]string   // descriptions, by name
	components map[string]string   // names of schemas, by those of the model
	schemas    object
	responses  object
	security   map[string]bool // schemes that operations name
}

func newDocument(p *plan.Plan, m *codegen.Model, o Options) *document {
	o.Title, o.Version, o.Cookie = cmp.Or(o.Title, DefaultTitle), cmp.Or(o.Version, DefaultVersion), cmp.Or(o.Cookie, DefaultCookie)
	d := &document{
		plan: p, model: m, options: o,
		schema: portable.Translator{
			Collection: func(name string) bool { return p.Schema(name) != nil },
			Drop:       []string{"$defs", "readOnly", "x-mcp-hint"},
		},
		paths: object{}, templates: map[string][]string{}, operations: map[string]bool{}, tags: map[string]string{},
		components: map[string]string{}, schemas: object{}, responses: object{}, security: map[string]bool{},
	}
	for _, t := range m.Types() { // names are given in an order of their own
		d.component(t.Name)
		for _, definition := range t.Definitions {
			d.component(definition.Name)
		}
	}
	return d
}

func (d *document) tree() object {
	d.catalog()
	for i := range d.model.Views {
		if v := &d.model.Views[i]; v.Surface == plan.Public {
			d.view(v, d.plan.View(v.Wire))
		}
	}
	triggers := make(map[string]*plan.Trigger)
	for _, t := range d.plan.Triggers() {
		triggers[t.Name()] = t
	}
	for i := range d.model.Triggers {
		if t := &d.model.Triggers[i]; t.Kind == plan.SourceHTTP {
			d.trigger(t, triggers[t.Wire])
		}
	}
	return object{
		"openapi":    Version,
		"info":       d.info(),
		"servers":    []any{d.server()},
		"tags":       d.tagList(),
		"paths":      d.paths,
		"components": d.shared(),
	}
}

// info says of the licence what is known: nothing.
func (d *document) info() object {
	return object{
		"title": d.options.Title, "version": d.options.Version,
		"description": "The Views and HTTP Triggers of this service. Every failure is `{ ok: false, diagnostic }`, and `diagnostic.code` says what went wrong.",
		"license":     object{"name": "Not stated", "identifier": "NOASSERTION"},
	}
}

func (d *document) server() object {
	if d.options.Origin == "" {
		return object{"url": "/", "description": "The site that this document came from."}
	}
	return object{"url": d.options.Origin, "description": "The site."}
}

// shared are the components.
func (d *document) shared() object {
	return object{
		"schemas": d.schemas, "responses": d.responses,
		"headers": headers, "securitySchemes": d.securitySchemes(),
	}
}
