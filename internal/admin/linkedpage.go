package admin

import (
	"context"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/unfurl"
)

// Unfurler reads what a page of the web says of itself, as [unfurl.Reader] does.
type Unfurler interface {
	Read(ctx context.Context, address string) (unfurl.Page, bool)
}

// linkedPage tells what the card of a link shows. It is a POST, so that no page of
// another site makes a browser ask for it.
func (s *Surface) linkedPage(q *request) error {
	address, err := q.text("url")
	if err != nil {
		return err
	}
	var out wire.LinkedPage
	if page, ok := s.Unfurler.Read(q.Context(), address); ok {
		out.Page = &wire.PageHead{Title: page.Title, Description: page.Description}
	}
	return q.answer(out, nil)
}
