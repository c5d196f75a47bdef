package templates

import (
	"context"
	"fmt"
	"html/template"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// Render is one page to be made.
type Render struct {
	Name   string // of the template, such as post.html
	Page   *page.Page
	Source page.Source   // what functions read
	Head   template.HTML // what head writes
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
	i.state.begin(ctx, r, dst)
	err = i.template.Execute(i.state, r.Page)
	if err == nil {
		err = i.state.check()
	}
	if err != nil {
		return dst, s.failed(err, p.page)
	}
	return i.state.dst, nil
}
