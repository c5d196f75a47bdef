package pages

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/pages/templates"
	"github.com/quartet-dev/quartet/internal/plan"
)

// source reads what the functions of a template ask for, on behalf of anybody: what
// staff may see in a preview is the entry of its page alone.
type source struct{ *visit }

// maxEntries is how many entries a template gets at once.
const maxEntries = 100

// View implements page.Source.
func (s *source) View(ctx context.Context, name string, params map[string]any) ([]map[string]any, error) {
	v, complaint := publicView(s.Content.Plan(), name)
	if complaint != "" {
		return nil, errors.New(complaint)
	}
	rows, _, err := s.rows(ctx, content.ViewCall{View: v, Params: params})
	return rows, err
}

// publicView is a View that a page can show to everybody, or why there is none.
func publicView(p *plan.Plan, name string) (v *plan.View, complaint string) {
	v = p.View(name)
	switch {
	case v == nil || v.Surface() != plan.Public:
		return nil, fmt.Sprintf("There is no public View %q.", name)
	case v.Requires() != nil:
		return nil, fmt.Sprintf("The View %s has requires, and a page reads as nobody: name a View without requires.", name)
	}
	return v, ""
}

// complainOfView says why a call in a template has no answer for any reader; "" where it
// may have one.
func complainOfView(p *plan.Plan, call templates.ViewCall) string {
	v, complaint := publicView(p, call.View)
	if complaint != "" || call.Open {
		return complaint
	}
	required, _ := v.Params().Document()["required"].([]any)
	for _, name := range required {
		if name, _ := name.(string); !slices.Contains(call.Params, name) {
			return fmt.Sprintf("The View %s needs the param %q: write view %q (dict %q …).", call.View, name, call.View, name)
		}
	}
	return ""
}

// Entry implements page.Source.
func (s *source) Entry(ctx context.Context, collection, slug string) (*page.Entry, error) {
	r := s.routes.of(collection)
	if r == nil {
		return nil, fmt.Errorf("the collection %q has no pages", collection)
	}
	found, err := s.anybody().find(ctx, target{kind: page.Detail, route: r, locale: s.target.locale, slug: slug})
	if err != nil || found == nil {
		return nil, err
	}
	return s.entry(found), nil
}

// Entries implements page.Source.
func (s *source) Entries(ctx context.Context, collection string, limit int) ([]*page.Entry, error) {
	r := s.routes.of(collection)
	if r == nil {
		return nil, fmt.Errorf("the collection %q has no pages", collection)
	}
	q := read{route: r, locale: s.target.locale, limit: min(max(limit, 1), maxEntries), of: short, last: true}
	items, _, err := s.anybody().list(ctx, q)
	if err != nil {
		return nil, err
	}
	entries := make([]*page.Entry, len(items))
	for i, each := range items {
		entries[i] = s.entry(each)
	}
	return entries, nil
}

// Beside implements page.Source.
func (s *source) Beside(ctx context.Context, e *page.Entry) (newer, older *page.Entry, err error) {
	r := s.routes.of(e.Collection)
	if r == nil {
		return nil, nil, nil
	}
	at := place{e.ChangedAt, e.ID}
	older, err = s.next(ctx, r, content.NewestFirst, at)
	if err == nil {
		newer, err = s.next(ctx, r, content.OldestFirst, at)
	}
	return newer, older, err
}

func (s *source) next(ctx context.Context, r *route, order content.PublishedOrder, after place) (*page.Entry, error) {
	items, _, err := s.anybody().list(ctx, read{route: r, locale: s.target.locale, order: order, after: after, limit: 1, of: short, last: true})
	if err != nil || len(items) == 0 {
		return nil, err
	}
	return s.entry(items[0]), nil
}

// anybody is the visit as somebody without a role makes it. What it reads counts as
// read by the visit.
func (s *source) anybody() *visit {
	if !s.preview {
		return s.visit
	}
	plain := *s.visit
	plain.preview = false
	return &plain
}

// Asset implements page.Source.
func (s *source) Asset(_ context.Context, name string) (string, error) {
	hashed, err := s.Static.HashedName(strings.TrimPrefix(name, "/"))
	return "/" + hashed, err
}

// Absolute implements page.Source.
func (s *source) Absolute(path string) string { return page.Absolute(s.site.Origin, path) }
