package admin

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages/player"
	"github.com/quartet-dev/quartet/internal/pages/preview"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Previewer renders public pages as staff see them before anybody else does.
type Previewer interface {
	// Shows reports whether entries of the Schema have pages.
	Shows(schema *plan.Schema) bool

	// Preview renders the page of an entry as it is given, whatever is stored, in a
	// locale of the site; "" is the entry's own, or else the canonical one. Its
	// Schema is one that it Shows, and its data may be incomplete or of wrong types.
	// Errors are diagnostics: NOT_FOUND for an entry that can have no page, such as
	// a translation of nothing, and what a template met.
	Preview(ctx context.Context, e *content.Entry, locale string) (PagePreview, error)

	// Policy is the Content-Security-Policy of public pages.
	Policy() string

	// Players are those that public pages show in place of an address alone.
	Players() []player.Form
}

// PagePreview is a page that is shown to staff alone.
type PagePreview struct {
	HTML []byte
	Path string // of the public page, which its relative addresses go by
}

func noPages() error {
	return diag.At(diag.NotFound, "input#", "The site has no public pages.")
}

// previewFrame is the document in which the application shows previews. It is the
// same for every entry: the HTML comes into it by message (decision 149).
func (s *Surface) previewFrame(q *request) error {
	if s.Previewer == nil {
		return noPages()
	}
	writeHTML(q.w, preview.Policy(s.Previewer.Policy()), preview.Document())
	return nil
}

// preview renders the page as it would be with what is in the form now. Nothing is
// stored, and the answer is the caller's alone.
func (s *Surface) preview(q *request) error {
	if s.Previewer == nil {
		return noPages()
	}
	locale, err := s.localeToShow(q)
	if err != nil {
		return err
	}
	data, err := q.object("data")
	if err != nil {
		return err
	}
	e, err := s.staffEntries(q).Unsaved(q.Context(), q.query["collection"], q.PathValue("id"), data)
	if err != nil {
		return err
	}
	if !s.Previewer.Shows(s.Content.Plan().Schema(e.Collection)) {
		return diag.At(diag.NotFound, "input#/collection", "Entries of this collection have no pages.")
	}
	page, err := s.Previewer.Preview(q.Context(), e, locale)
	if err != nil {
		return err
	}
	q.w.Header().Set("Content-Location", page.Path)
	writeHTML(q.w, preview.AnswerPolicy, page.HTML)
	return nil
}

// localeToShow is the locale that a body names; "" for none.
func (s *Surface) localeToShow(q *request) (string, error) {
	value := q.body["locale"]
	if value == nil || value == "" {
		return "", nil
	}
	locale, _ := value.(string)
	if locales := s.Site.Config().Locales; !slices.Contains(locales, locale) {
		return "", wrong("locale", "Must be a locale of the site.", strings.Join(locales, ", "))
	}
	return locale, nil
}

func writeHTML(w http.ResponseWriter, policy string, html []byte) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	_, _ = w.Write(html) // the client is gone; there is nobody left to tell
}
