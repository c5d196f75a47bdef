package admin

import (
	"net/url"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/handbook"
)

// handbook lists the pages of the handbook, or those that a search finds.
func (s *Surface) handbook(q *request) error {
	return q.answer(wire.Handbook{Sections: each(handbook.Find(q.query["q"]), sectionOf)}, nil)
}

func sectionOf(section handbook.Section) wire.HandbookSection {
	return wire.HandbookSection{Title: section.Title, Pages: each(section.Pages, func(p handbook.Page) wire.HandbookPage { return wire.HandbookPage(p) })}
}

// handbookPage answers a page of the handbook as HTML.
func (s *Surface) handbookPage(q *request) error {
	page, html, ok, err := handbook.HTML(q.query["page"], handbookLink)
	switch {
	case err != nil:
		return err
	case !ok:
		return diag.At(diag.NotFound, "input#/page", "The handbook has no such page.")
	}
	return q.answer(wire.HandbookText{Name: page.Name, Title: page.Title, HTML: string(html)}, nil)
}

func handbookLink(page, anchor string) string {
	return "?tab=handbook&page=" + url.QueryEscape(page) + handbook.Anchor(anchor)
}
