package pages

import (
	"context"
	"iter"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// Addresses are the paths of all public pages, their mirrors, feeds and indexes, each
// once, and behind them the paths of pages that were public before. There may be no page
// at one of them by the time that it is asked for. Entries are read a batch at a time; a
// read that fails ends the sequence with its error.
func (p *Pages) Addresses(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		s := &sequence{visit: p.visit(p.snapshots.of(p.Config()), target{}), yield: yield}
		if err := s.all(ctx); err != nil && !s.ended {
			yield("", err)
		}
	}
}

// sequence yields the paths of targets until nobody wants more.
type sequence struct {
	*visit
	yield func(string, error) bool
	ended bool
}

// add yields the path of a target, and reports whether more are wanted.
func (s *sequence) add(all ...target) bool {
	for _, t := range all {
		s.ended = s.ended || !s.yield(t.path(), nil)
	}
	return !s.ended
}

func (s *sequence) all(ctx context.Context) error {
	s.fixed()
	for _, r := range s.routes.all {
		if err := s.entries(ctx, r); err != nil || s.ended {
			return err
		}
	}
	for _, r := range s.routes.all {
		if err := s.former(ctx, r); err != nil || s.ended {
			return err
		}
	}
	return nil
}

// fixed adds what does not depend on entries.
func (s *sequence) fixed() {
	s.add(target{index: robotsIndex}, target{index: sitemapIndex}, target{index: llmsIndex}, target{index: faviconIndex})
	if len(s.site.locales) > 0 && s.routes.hasHome() && !s.ended {
		s.ended = !s.yield("/", nil)
	}
	for _, locale := range s.site.localesOrNone() {
		if locale != "" {
			s.add(target{index: llmsIndex, locale: locale})
		}
		if s.routes.hasHome() {
			s.withMirror(s.routes.homeIn(locale))
		}
		for _, r := range s.routes.all {
			s.lists(target{kind: page.List, route: r, locale: locale})
		}
	}
}

func (s *sequence) lists(t target) {
	if t.route.List {
		s.withMirror(t)
	}
	if t.route.Feed {
		s.add(t.in(asAtom), t.in(asJSONFeed))
	}
}

func (s *sequence) withMirror(t target) {
	if s.add(t); t.hasMirror() {
		s.add(t.in(asMarkdown))
	}
}

// entries adds the pages of a route's entries in every locale that shows them, also in
// the words of another one.
func (s *sequence) entries(ctx context.Context, r *route) error {
	q := content.PublishedQuery{Schema: r.schema, Order: content.ByID, Limit: walkBatch, Excerpt: r.address(r.schema)}
	for {
		found, err := s.ListPublished(ctx, q)
		if err != nil {
			return err
		}
		for _, locale := range s.site.localesOrNone() {
			if err := s.shownIn(ctx, r, locale, found.Entries); err != nil || s.ended {
				return err
			}
		}
		if q.After = found.Next; found.Next == nil {
			return nil
		}
	}
}

// shownIn adds the pages of entries in a locale.
func (s *sequence) shownIn(ctx context.Context, r *route, locale string, entries []*content.Entry) error {
	if r.localized() && locale != "" {
		var own []*content.Entry
		for _, words := range s.wordsFor(r, locale) {
			own = append(own, writtenIn(entries, words)...)
		}
		entries = own
	}
	items, err := s.complete(ctx, r, locale, entries, r.address)
	if err != nil {
		return err
	}
	for _, each := range items {
		if t := each.target(); t.kind == page.Detail { // homes are there already
			s.withMirror(t)
		}
	}
	return nil
}

// former adds the paths that entries of a route have left.
func (s *sequence) former(ctx context.Context, r *route) error {
	var after content.Address
	for {
		left, err := s.FormerAddresses(ctx, r.schema, r.slug, after, walkBatch)
		if err != nil {
			return err
		}
		for _, each := range left {
			if !s.wasAt(r, each) {
				return nil
			}
		}
		if len(left) < walkBatch {
			return nil
		}
		after = left[len(left)-1]
	}
}

// wasAt adds the pages at an address that was left, and reports whether more are wanted.
func (s *sequence) wasAt(r *route, a content.Address) bool {
	for _, locale := range s.site.localesOrNone() {
		t := target{kind: page.Detail, route: r, locale: locale, slug: a.Value}
		if (a.Locale == "" || a.Locale == locale) && s.routes.leadTo(t, s.site.locales) && !s.add(t) {
			return false
		}
	}
	return !s.ended
}
