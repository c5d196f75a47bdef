package pages

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"runtime/debug"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/pages/templates"
)

// render renders a page with the renderer of the program, or else with its template.
func (v *visit) render(ctx context.Context, p *page.Page, said template.HTML) ([]byte, error) {
	if renderer := v.rendererOf(p.Kind); renderer != nil {
		return rendered(ctx, renderer, &page.Render{Page: p, Head: said, Source: &source{v}})
	}
	return v.templates.Render(ctx, templates.Render{
		Name: v.templateOf(p), Page: p, Source: &source{v}, Head: said, Players: v.players, Still: v.still,
	}, nil)
}

// rendererOf is what the program renders pages of a kind with; nil for a template.
func (p *Pages) rendererOf(kind page.Kind) page.Renderer {
	switch kind {
	case page.Home:
		return p.program.Home
	case page.NotFound:
		return p.program.NotFound
	case page.List, page.Detail:
	}
	return nil
}

// get gives the answer that is kept for a visit, or has it made. Nobody knows what a
// renderer of the program reads, so that its answers are not kept (decision 157).
func (p *Pages) get(ctx context.Context, key string, v *visit, make makeAnswer) (*answer, error) {
	if t := v.target; t.index == noIndex && t.form == asHTML && p.rendererOf(t.kind) != nil {
		return make(ctx, v)
	}
	return p.cache.get(ctx, key, v, make)
}

// rendered is what a renderer writes. A failure of it is one of the service, whatever
// it says.
func rendered(ctx context.Context, renderer page.Renderer, r *page.Render) (html []byte, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			html, err = nil, failedRenderer(r.Page.Kind, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}
	}()
	bounded, cancel := context.WithTimeout(ctx, programTime)
	defer cancel()
	w := &boundedWriter{left: maxRendered}
	err = renderer(bounded, w, r)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, failedRenderer(r.Page.Kind, err)
	case w.left < 0:
		return nil, failedRenderer(r.Page.Kind, errTooLarge)
	}
	return w.buffer.Bytes(), nil
}

func failedRenderer(kind page.Kind, err error) error {
	return diag.Internal(fmt.Errorf("the program's renderer of the page %s: %w", kind, err))
}

const (
	// maxRendered is how many bytes a renderer writes at most.
	maxRendered = 4 << 20

	// programTime is how long a renderer or a resolver has, as a handler does.
	programTime = 30 * time.Second
)

var errTooLarge = fmt.Errorf("it wrote more than %d bytes", maxRendered)

// boundedWriter keeps what is written, up to a bound.
type boundedWriter struct {
	buffer bytes.Buffer
	left   int // bytes; negative when there were more
}

// Write implements io.Writer.
func (b *boundedWriter) Write(text []byte) (int, error) {
	if b.left -= len(text); b.left < 0 {
		b.left = -1 // for good
		return 0, errTooLarge
	}
	return b.buffer.Write(text)
}
