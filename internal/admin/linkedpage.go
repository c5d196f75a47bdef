package admin

import (
	"context"

	"golang.org/x/time/rate"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/unfurl"
)

// Unfurler reads what a page of the web says of itself, as [unfurl.Reader] does.
type Unfurler interface {
	Read(ctx context.Context, address string) (unfurl.Page, bool)
}

// The staff of a site may have so many pages read at once, and so many a second from then
// on, in one process: a stolen session is no means to attack another site.
const (
	linkedAtOnce            = 30
	linkedAgain  rate.Limit = 1
)

// linkedPage tells what the card of a link shows. It is a POST, so that no page of
// another site makes a browser ask for it.
func (s *Surface) linkedPage(q *request) error {
	address, err := q.text("url")
	if err != nil {
		return err
	}
	turn := s.linked.Reserve()
	if wait := turn.Delay(); wait > 0 {
		turn.Cancel()
		httpx.RetryAfter(q.w, wait)
		return diag.At(diag.RateLimited, "input#", "Too many pages are asked for; try again later.")
	}
	var out wire.LinkedPage
	if page, ok := s.Unfurler.Read(q.Context(), address); ok {
		out.Page = &wire.PageHead{Title: page.Title, Description: page.Description}
	}
	return q.answer(out, nil)
}
