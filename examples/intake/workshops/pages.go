// Package workshops renders the public pages of the workshops, beside the
// routes of the service.
package workshops

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"strings"

	"github.com/quartet-dev/quartet"
)

// public is the list of workshops and a page for each.
type public struct{ service *quartet.Service }

// Routes are where the pages are, for Options.Routes.
func Routes(service *quartet.Service) []quartet.Route {
	p := public{service}
	return []quartet.Route{
		{Method: http.MethodGet, Path: "/workshops", Handler: http.HandlerFunc(p.list)},
		{Method: http.MethodGet, Path: "/workshops/{slug}", Handler: http.HandlerFunc(p.one)},
	}
}

// Path says where a workshop is read, for Options.PublicPath. One that nobody
// has named yet is read nowhere.
func Path(_ context.Context, e *quartet.Entry) string {
	if slug, _ := e.Data["slug"].(string); e.Collection == "workshops" && slug != "" {
		return "/workshops/" + slug
	}
	return ""
}

// workshop is a row of the Views in manifests/workshops.yaml.
type workshop struct {
	Slug, Title, Summary, Text string
	Seats                      int
	Suggested                  int64 // cents
	Status                     string
}

// Euros is the suggested contribution in full euros.
func (w workshop) Euros() int64 { return w.Suggested / 100 }

// Paragraphs are the parts of the text between empty lines.
func (w workshop) Paragraphs() []string { return strings.Split(w.Text, "\n\n") }

func (p public) list(w http.ResponseWriter, r *http.Request) {
	all, err := p.read(r.Context(), "workshops", quartet.ViewOptions{})
	if err != nil {
		refuse(w, err)
		return
	}
	show(w, "list", all)
}

// one shows a published workshop to anybody, and with ?preview=1 whatever there
// is to staff.
func (p public) one(w http.ResponseWriter, r *http.Request) {
	view, o := "workshop", quartet.ViewOptions{Params: map[string]any{"slug": r.PathValue("slug")}}
	if r.URL.Query().Get("preview") == "1" {
		caller, err := p.service.Caller(w, r)
		if err != nil {
			refuse(w, err)
			return
		}
		view, o.Caller = "workshop-preview", caller
	}
	found, err := p.read(r.Context(), view, o)
	switch {
	case err != nil:
		refuse(w, err)
	case len(found) == 0:
		http.Error(w, "There is no such workshop.", http.StatusNotFound)
	default:
		show(w, "one", found[0])
	}
}

func (p public) read(ctx context.Context, view string, o quartet.ViewOptions) ([]workshop, error) {
	page, err := p.service.View(ctx, view, o)
	if err != nil {
		return nil, err
	}
	return quartet.Rows[workshop](page)
}

// refuse answers with the status of the code: 401 for nobody, 403 for somebody
// who may not.
func refuse(w http.ResponseWriter, err error) {
	if d := (*quartet.Diagnostic)(nil); errors.As(err, &d) {
		http.Error(w, d.Message, d.Status())
		return
	}
	slog.Error("a page failed", "error", err)
	http.Error(w, "Something went wrong.", http.StatusInternalServerError)
}

//go:embed pages.html
var pages string

var templates = template.Must(template.New("").Parse(pages))

// show renders before it answers, so that a page is whole or not there.
func show(w http.ResponseWriter, name string, data any) {
	var page bytes.Buffer
	if err := templates.ExecuteTemplate(&page, name, data); err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	_, _ = page.WriteTo(w) // the reader is gone
}
