package templates

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// pool has the copies of one page template. A copy renders one page at a time,
// since its functions know the page that they are called for. Copies are made
// when they are first needed, up to the limit; after that a render waits for one.
type pool struct {
	set   *Set
	page  *file
	root  string        // the name of what is rendered
	parts []*definition // what it is made of, itself first
	limit int

	idle  chan *instance
	spare chan struct{} // a token for each copy that may still be made
}

// instance is a copy: escaped templates and what their functions work with.
type instance struct {
	template  *template.Template
	constants constants
	state     *state
	buffer    []byte // that of the page before
}

// open readies the pool with its first copy.
func (p *pool) open(first *instance) {
	p.idle, p.spare = make(chan *instance, p.limit), make(chan struct{}, p.limit)
	for range p.limit - 1 {
		p.spare <- struct{}{}
	}
	p.idle <- first
}

// take gives a copy that nobody else has until it is put back.
func (p *pool) take(ctx context.Context) (*instance, error) {
	select {
	case i := <-p.idle:
		return i, nil
	default:
	}
	timer := time.NewTimer(p.set.options.Time)
	defer timer.Stop()
	select {
	case i := <-p.idle:
		return i, nil
	case <-p.spare:
		return p.more()
	case <-ctx.Done():
		return nil, fmt.Errorf("wait to render %s: %w", p.page.shown, ctx.Err())
	case <-timer.C:
		return nil, diag.At(diag.ResourceUnavailable, "", "Too many pages are asked for at once.")
	}
}

// more makes one of the copies that may still be made.
func (p *pool) more() (*instance, error) {
	i, err := p.make()
	if err != nil {
		p.spare <- struct{}{}
	}
	return i, err
}

func (p *pool) put(i *instance) {
	i.state.reset()
	p.idle <- i
}

// make builds a copy and escapes it.
func (p *pool) make() (i *instance, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("html/template: %v", r)
		}
	}()
	state := newState(p.set)
	t := template.New(p.root).Funcs(p.set.options.Funcs).Funcs(p.set.options.Fixed).Funcs(state.functions())
	guards := guardsOf(p.parts)
	for _, each := range p.parts {
		if _, err := t.AddParseTree(each.name, guards.tree(each)); err != nil {
			return nil, err
		}
	}
	t = t.Lookup(p.root)
	// html/template escapes what it executes first. The check that everything
	// begins with ends that here, since no page is rendered.
	if err := t.Execute(state, nil); !errors.Is(err, errNoPage) {
		return nil, err
	}
	state.reset()
	made := &instance{template: t, state: state}
	made.constants.find(t.Templates())
	return made, nil
}
