package templates

import (
	"context"
	"fmt"
	"html/template"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/pages/player"
)

// Render is one page to be made.
type Render struct {
	Name   string // of the template, such as post.html
	Page   *page.Page
	Source page.Source   // what functions read
	Head   template.HTML // what head writes

	Players player.Admitted // which the site admits in its texts
	Still   bool            // the page loads nothing from elsewhere, and links to what a player would play
}

// Render appends a page to dst. It runs in the goroutine of the caller and starts
// none. An error is a diagnostic that leaves dst as it was; behind that of a
// mistake in a template is a *Fault, which knows its place.
func (s *Set) Render(ctx context.Context, r Render, dst []byte) ([]byte, error) {
	p := s.pages[r.Name]
	if p == nil {
		return dst, diag.Internal(fmt.Errorf("there is no template %q", r.Name))
	}
	i, err := p.take(ctx)
	if err != nil {
		return dst, diag.As(err)
	}
	defer p.put(i)
	err = i.render(ctx, r)
	if err != nil {
		return dst, s.failed(err, p.page)
	}
	return append(dst, i.state.dst...), nil
}

// maxBuffer is how much of a page a copy has room for while nobody renders it.
const maxBuffer = 64 << 10

// render writes into the room of the page before, so that what is kept of a page
// afterwards is as large as the page.
func (i *instance) render(ctx context.Context, r Render) error {
	i.state.begin(ctx, r, i.buffer[:0])
	i.constants.bind(i.state.set.texts, localePair{i.state.locale(), i.state.canonical()})
	err := i.template.Execute(i.state, r.Page)
	if i.buffer = i.state.dst; cap(i.buffer) > maxBuffer {
		i.buffer = nil
	}
	if err != nil {
		return err
	}
	return i.state.check()
}
