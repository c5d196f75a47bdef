package pages

import (
	"context"
	"net/http"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/pages/templates"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// previewParameter asks a page for an entry that is not published (contract, Public
// page routes).
const previewParameter = "preview"

// preview shows staff the page of an entry of any status. Nobody keeps it.
func (p *Pages) servePreview(w http.ResponseWriter, r *http.Request, v *visit) {
	caller, err := p.Authenticate(w, r)
	if err == nil {
		err = caller.NeedRole(principal.Contributor)
	}
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	v.reads.preview = true
	shown, err := v.homeOrDetail(httpx.Context(w, r))
	switch {
	case err != nil:
		httpx.WriteFailure(w, r, err)
	case shown == nil:
		p.missing(w, r, v)
	default:
		p.writePreview(w, r, v, shown)
	}
}

func (p *Pages) writePreview(w http.ResponseWriter, r *http.Request, v *visit, shown *page.Page) {
	a, err := v.html(httpx.Context(w, r), shown)
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	w.Header()["Content-Security-Policy"] = a.header["Content-Security-Policy"]
	a.Write(w, r)
}

// Draft is an entry as a form has it, which may never have been stored.
type Draft struct {
	Schema *plan.Schema
	ID     string // "" for a new entry
	Data   map[string]any
	Locale string // of the page; "" for the entry's own, or the canonical one
}

// Unsaved renders the page of a draft, for the frame beside its form. NOT_FOUND says
// that entries of the collection have no page. The caller has made sure that staff
// ask.
func (p *Pages) Unsaved(ctx context.Context, d Draft) (html []byte, err error) {
	v := &visit{Pages: p, reads: reads{Service: p.Content, preview: true}, site: p.snapshots.of(p.Config())}
	found, err := v.draft(ctx, d)
	if err != nil {
		return nil, err
	}
	v.target = found.target()
	shown, err := v.detailOf(ctx, found)
	if err != nil {
		return nil, err
	}
	return v.templates.Render(ctx, templates.Render{
		Name: v.templateOf(shown), Page: shown, Source: &source{v, shown},
	}, nil)
}

// draft is a draft as the page of its route shows it. A form of a translation is
// shown by the route of its parent, and the other way round.
func (v *visit) draft(ctx context.Context, d Draft) (*item, error) {
	r := v.routes.showing(d.Schema)
	if r == nil {
		return nil, noPage()
	}
	entry := &content.Entry{ID: d.ID, Collection: d.Schema.Name(), Status: content.Draft, Data: d.Data}
	if d.ID != "" {
		stored, err := v.Get(ctx, d.Schema.Name(), d.ID)
		if err != nil && !diag.HasCode(err, diag.NotFound) {
			return nil, err
		}
		if err == nil {
			with := *stored
			with.Data = d.Data
			entry = &with
		}
	}
	locale := or(entry.Locale(), or(d.Locale, v.site.canonical))
	switch d.Schema {
	case r.child:
		return v.draftOver(ctx, r, entry, locale)
	case r.parent:
		return v.draftUnder(ctx, r, entry, locale)
	}
	items, err := v.complete(ctx, r, locale, []*content.Entry{entry})
	if err != nil || len(items) == 0 {
		return &item{route: r, locale: locale, entry: entry}, err
	}
	return items[0], nil
}

// draftOver is the draft of a translation over its parent, whose route shows it.
func (v *visit) draftOver(ctx context.Context, r *route, entry *content.Entry, locale string) (*item, error) {
	on := r.child.Translation().On
	value, _ := entry.Data[on].(string)
	parent := &content.Entry{Collection: r.Collection, Data: map[string]any{on: value}}
	if value != "" {
		stored, err := v.by(ctx, r.schema, r.schema.Property(on), value, "")
		if err != nil {
			return nil, err
		}
		if stored != nil {
			parent = stored
		}
	}
	return &item{route: r, locale: locale, entry: parent, over: entry}, nil
}

// draftUnder is the draft of a parent under its translation of a locale, whose route
// shows it.
func (v *visit) draftUnder(ctx context.Context, r *route, entry *content.Entry, locale string) (*item, error) {
	found := &item{route: r, locale: locale, under: entry}
	slug, _ := entry.Data[r.slug.Name()].(string)
	var err error
	if slug != "" {
		found.entry, err = v.by(ctx, r.schema, r.slug, slug, locale)
	}
	if found.entry == nil {
		found.entry = &content.Entry{Collection: r.Collection, Data: map[string]any{r.slug.Name(): slug}}
	}
	return found, err
}

// showing is the route whose pages show entries of a Schema; nil for none.
func (r *routes) showing(schema *plan.Schema) *route {
	all := r.all
	if r.homeAside() {
		all = append([]*route{r.home}, all...)
	}
	for _, each := range all {
		if each.schema == schema || each.child == schema || each.isUnder(schema) {
			return each
		}
	}
	return nil
}

// isUnder reports whether the entries of a Schema are the parents of what the route
// shows, and are found by its slug.
func (r *route) isUnder(schema *plan.Schema) bool {
	return r.parent == schema && r.schema.Translation().On == r.slug.Name()
}

// PageOf is the path where an entry is read, "" for nowhere: also of one that is not
// published yet.
func (p *Pages) PageOf(_ context.Context, e *content.Entry) string {
	schema := p.Content.Plan().Schema(e.Collection)
	if schema == nil {
		return ""
	}
	r := p.routes.showing(schema)
	if r == nil {
		return ""
	}
	snap := p.snapshots.of(p.Config())
	shown := &item{route: r, locale: or(e.Locale(), snap.canonical), entry: e}
	if r.schema != schema { // a translation or its parent, which have one slug
		shown.entry = &content.Entry{Data: map[string]any{r.slug.Name(): e.Data[r.slug.Name()]}}
	}
	if shown.slug() == "" {
		return ""
	}
	return shown.target().path()
}
