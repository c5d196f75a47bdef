package admin

import (
	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
)

// article says of an entry and its translations what readers can fetch, and what can be
// published (decision 240).
func (s *Surface) article(q *request) error {
	a, err := s.staffEntries(q).Article(q.Context(), q.query["collection"], q.PathValue("id"))
	if err != nil {
		return err
	}
	return q.answer(wire.Article{Parts: each(a.Parts, s.partOf), More: a.More, Audience: string(a.Audience)}, nil)
}

func (s *Surface) partOf(p content.Part) wire.ArticlePart {
	out := wire.ArticlePart{
		Collection: p.Collection, ID: p.ID, Locale: p.Locale(), Status: string(p.Status), Version: p.Version, Draft: p.Draft,
		Title:  content.Shortened(content.Title(s.Content.Plan().Schema(p.Collection), p.ID, p.Data), titleLength),
		Served: p.Served, Waits: p.Waits,
	}
	if p.Refused != nil {
		reason := reasonOf(p.Refused)
		out.Refused = &reason
	}
	return out
}
