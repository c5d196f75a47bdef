package templates

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"sync"
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

	free chan struct{} // a token for each copy that may render

	mu   sync.Mutex
	idle []*instance // the one used last is taken first: the processor has it at hand
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
	p.free, p.idle = make(chan struct{}, p.limit), []*instance{first}
	for range p.limit {
		p.free <- struct{}{}
	}
}

// take gives a copy that nobody else has until it is put back.
func (p *pool) take(ctx context.Context) (*instance, error) {
	if err := p.wait(ctx); err != nil {
		return nil, err
	}
	if i := p.last(); i != nil {
		return i, nil
	}
	i, err := p.make()
	if err != nil {
		p.free <- struct{}{}
	}
	return i, err
}

// wait takes a token.
func (p *pool) wait(ctx context.Context) error {
	select {
	case <-p.free:
		return nil
	default:
	}
	timer := time.NewTimer(p.set.options.Time)
	defer timer.Stop()
	select {
	case <-p.free:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait to render %s: %w", p.page.shown, ctx.Err())
	case <-timer.C:
		return diag.At(diag.ResourceUnavailable, "", "Too many pages are asked for at once.")
	}
}

// last is the copy that was used last, of those that are idle; nil for none.
func (p *pool) last() *instance {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) == 0 {
		return nil
	}
	i := p.idle[len(p.idle)-1]
	p.idle = p.idle[:len(p.idle)-1]
	return i
}

func (p *pool) put(i *instance) {
	i.state.reset()
	p.mu.Lock()
	p.idle = append(p.idle, i)
	p.mu.Unlock()
	p.free <- struct{}{}
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
