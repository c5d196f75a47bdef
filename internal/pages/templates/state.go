package templates

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/pages/cldr"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// Limits of what the functions of one render make, as multiples of what it may
// write: of one value, and of all of them together.
const (
	maxValues = 16
	// checksPerLook is how many checks pass between two looks at the clock.
	checksPerLook = 16
)

// state is one render: what its functions read, and what is left of its bounds.
type state struct {
	set    *Set
	render Render
	ctx    context.Context // of the request
	dst    []byte

	deadline time.Time
	reading  context.Context // ctx with the deadline, once something is read
	cancel   context.CancelFunc

	over     bool // more was written than may be
	left     int  // bytes that may still be written
	made     int  // bytes of values that functions made
	depth    int
	shown    int // pictures of the page so far, as far as it counts them
	marked   int // texts that became HTML, whose ids must differ
	sinceNow int // checks since the last look at the clock

	writes       *cldr.Locale            // how the locale of the page does
	assets       map[string]*asset.Asset // of the media library, which were looked up; nil for one that is not there
	besideOf     *page.Entry             // what newer and older are of
	newer, older *page.Entry
}

func newState(set *Set) *state { return &state{set: set} }

func (s *state) begin(ctx context.Context, r Render, dst []byte) {
	s.render, s.ctx, s.dst = r, ctx, dst
	s.deadline, s.left = time.Now().Add(s.set.options.Time), s.set.options.Bytes
}

func (s *state) reset() {
	if s.cancel != nil {
		s.cancel()
	}
	*s = state{set: s.set}
}

// limitError is a bound that a render met.
type limitError struct{ text string }

func (l *limitError) Error() string { return l.text }

func limit(format string, args ...any) error {
	return &limitError{fmt.Sprintf(format, args...)}
}

// errNoPage is the error of a function that is called while no page is rendered.
var errNoPage = errors.New("no page is rendered")

// check reports what ends the render now; nil for nothing. It may be called very
// often and looks at the clock now and then.
func (s *state) check() error {
	if s.over {
		return limit("the page is larger than %d bytes", s.set.options.Bytes)
	}
	if s.sinceNow++; s.sinceNow < checksPerLook && s.sinceNow > 1 {
		return nil
	}
	return s.look()
}

// look is check with a look at the clock.
func (s *state) look() error {
	s.sinceNow = 1
	switch {
	case s.ctx == nil:
		return errNoPage
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case time.Now().After(s.deadline):
		return limit("the page took longer than %v", s.set.options.Time)
	}
	return nil
}

// spend counts bytes of a value that a function made, or had to look at.
func (s *state) spend(bytes int) error {
	if s.made += bytes; s.made > maxValues*s.set.options.Bytes {
		return limit("functions made more than %d bytes of values", maxValues*s.set.options.Bytes)
	}
	if bytes > s.set.options.Bytes {
		return limit("a function made a value of more than %d bytes", s.set.options.Bytes)
	}
	return s.look()
}

// guard functions of the parse tree. They report false, so that nothing of the
// {{ if }} is shown.
func (s *state) checked() (bool, error) { return false, s.check() }

func (s *state) enter() (bool, error) {
	if s.depth++; s.depth > maxDepth {
		return false, limit("more than %d templates are within one another", maxDepth)
	}
	return false, s.check()
}

func (s *state) leave() bool {
	s.depth--
	return false
}

// context is what a read is made with: it ends when the render has to.
func (s *state) context() context.Context {
	if s.reading == nil {
		s.reading, s.cancel = context.WithDeadline(s.ctx, s.deadline)
	}
	return s.reading
}

// Write appends to the page. What is over the limit is dropped: the next check
// ends the render with its place, which an error of Write would not have.
func (s *state) Write(text []byte) (int, error) {
	if len(text) > s.left {
		s.over, s.left = true, 0
		return len(text), nil
	}
	s.left -= len(text)
	s.dst = append(s.dst, text...)
	return len(text), nil
}
