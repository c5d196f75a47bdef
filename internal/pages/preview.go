package pages

import (
	"context"
	"net/http"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/pages/player"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// ?preview=1 asks a page for an entry that is not published (contract, Public page
// routes).
const (
	previewParameter = "preview"
	previewValue     = "1"
)

// servePreview shows staff the page of an entry of any status. Nobody keeps it.
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

// Shows reports whether entries of a Schema have pages, those of a translation also on
// the page of their parent.
func (p *Pages) Shows(schema *plan.Schema) bool { return p.routes.showing(schema) != nil }

// Policy is the Content-Security-Policy of the pages.
func (p *Pages) Policy() string {
	return p.snapshots.of(p.Config()).policy[0]
}

// Players are those that the pages show in place of an address alone.
func (p *Pages) Players() []player.Form { return p.players.Forms() }

// Rendered is a page for staff alone.
type Rendered struct {
	HTML []byte
	Path string // where it will be
}

// Unsaved renders the page of an entry as a form has it, which may never have been
// stored, in a locale of the site; "" is the entry's own, or else the canonical
// one. NOT_FOUND says that it can have no page. The caller has made sure that staff
// ask.
func (p *Pages) Unsaved(ctx context.Context, e *content.Entry, locale string) (r Rendered, err error) {
	v := &visit{Pages: p, reads: reads{Service: p.Content, preview: true}, site: p.snapshots.of(p.Config()), library: &library{}, still: true}
	found, err := v.unsaved(ctx, e, or(e.Locale(), or(locale, v.site.canonical)))
	if err != nil {
		return r, err
	}
	v.target = found.target()
	shown, err := v.detailOf(ctx, found)
	if err != nil {
		return r, err
	}
	r.Path = shown.Path
	r.HTML, err = v.render(ctx, shown, "")
	return r, err
}

// unsaved is an entry as the page of its route shows it: a translation over its
// parent, and a parent under its translation.
func (v *visit) unsaved(ctx context.Context, e *content.Entry, locale string) (*item, error) {
	schema := v.Content.Plan().Schema(e.Collection)
	r := v.routes.showing(schema)
	switch {
	case r == nil:
		return nil, noPage()
	case schema == r.child:
		return v.unsavedOver(ctx, r, e, locale)
	case schema == r.parent:
		return v.unsavedUnder(ctx, r, e, locale)
	}
	items, err := v.complete(ctx, r, locale, []*content.Entry{e}, whole)
	if err != nil || len(items) == 0 {
		return &item{route: r, locale: locale, entry: e}, err
	}
	return items[0], nil
}

// unsavedOver is a translation over its parent, whose route shows it.
func (v *visit) unsavedOver(ctx context.Context, r *route, entry *content.Entry, locale string) (*item, error) {
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

// unsavedUnder is a parent under its translation of a locale, whose route
// shows it.
func (v *visit) unsavedUnder(ctx context.Context, r *route, entry *content.Entry, locale string) (*item, error) {
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
	if t := shown.target(); p.routes.leadTo(t, snap.locales) {
		return t.path()
	}
	return ""
}
