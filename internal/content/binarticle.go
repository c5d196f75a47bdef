package content

import (
	"context"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// BinArticle is what the bin shows as one (decision 306): an entry with the translations of
// it that are there, or a translation that was deleted alone.
type BinArticle struct {
	*Binned
	Parts []BinPart // the last deleted first

	// Of is the entry that a translation comes back to; nil where that is gone, and for
	// what is no translation.
	Of *Entry
}

// BinPart is a translation of an entry that is in the bin, too. Earlier says that somebody
// had deleted it before the entry was.
type BinPart struct {
	*Binned
	Earlier bool
}

// The bounds of a look into the bin.
const (
	maxBinLooked = 500 // entries that one page of articles looks at
	maxHolders   = 8   // entries in the bin that had the same value of a join
	maxReturned  = 200 // translations of one entry
)

// BinArticles lists the bin by articles, for editors: those that keep wants, what was deleted
// last first. Of a collection it has the translations that were deleted alone, too. next is
// where the list goes on, which may be in front of nothing; nil at the end.
func (d StaffEntries) BinArticles(ctx context.Context, q BinQuery, keep func(*BinArticle) (bool, error)) (found []*BinArticle, next *Binned, err error) {
	if err := d.caller.NeedRole(principal.Editor); err != nil {
		return nil, nil, err
	}
	run := &binList{look: d.service.lookIntoBin(), of: d.service.withTranslations(q.Collection), keep: keep}
	if len(run.of) > 1 {
		q.Collection = ""
	}
	for looked := 0; looked < maxBinLooked; {
		page, more, err := d.service.store.Bin(ctx, q)
		if err != nil {
			return nil, nil, diag.Attempted(err, "list the bin")
		}
		for i, b := range page {
			if err := run.add(ctx, b); err != nil {
				return nil, nil, err
			}
			if len(run.found) == q.Limit && (more || i < len(page)-1) {
				return run.found, b, nil
			}
		}
		if !more {
			return run.found, nil, nil
		}
		q.After, looked = page[len(page)-1], looked+len(page)
	}
	return run.found, q.After, nil
}

// withTranslations are a collection and those of its translations; nil for any.
func (s *Service) withTranslations(collection string) (names []string) {
	if collection == "" {
		return nil
	}
	names = []string{collection}
	for _, r := range s.plan.References() {
		if r.Translation && r.To.Name() == collection {
			names = append(names, r.From.Name())
		}
	}
	return names
}

// binList gathers a page of the bin.
type binList struct {
	look  *binLook
	of    []string // the collections that are wanted; nil for any
	keep  func(*BinArticle) (bool, error)
	found []*BinArticle
}

func (l *binList) add(ctx context.Context, b *Binned) error {
	if l.of != nil && !slices.Contains(l.of, b.Collection) {
		return nil
	}
	a, err := l.look.article(ctx, b)
	if err != nil || a == nil {
		return err
	}
	kept, err := l.keep(a)
	if kept {
		l.found = append(l.found, a)
	}
	return err
}

// binLook finds out what belongs together in the bin. It asks once for each value of a join.
type binLook struct {
	*Service
	known map[[2]string]holders
}

func (s *Service) lookIntoBin() *binLook { return &binLook{s, make(map[[2]string]holders)} }

// holders are the entries that have, or had, a value that translations are joined by.
type holders struct {
	live   *Entry
	binned []*Binned
}

// of is the entry in the bin that a translation there is of; nil for none. Several may have
// had the value one after the other: it is the one that was made last before the translation
// was deleted.
func (h holders) of(t *Binned) (in *Binned) {
	for _, each := range h.binned {
		if each.CreatedAt <= t.DeletedAt && (in == nil || each.CreatedAt > in.CreatedAt) {
			in = each
		}
	}
	if in != nil && h.live != nil && h.live.CreatedAt < t.DeletedAt && h.live.CreatedAt > in.CreatedAt {
		return nil
	}
	return in
}

// article is an entry in the bin as it is listed; nil for a translation whose entry is there,
// too.
func (l *binLook) article(ctx context.Context, b *Binned) (*BinArticle, error) {
	a := &BinArticle{Binned: b}
	for _, r := range l.plan.References() {
		switch {
		case !r.Translation:
		case r.From.Name() == b.Collection:
			h, err := l.holders(ctx, r, b.column(r.Property))
			if err != nil || h.of(b) != nil {
				return nil, err
			}
			a.Of = h.live
		case r.To.Name() == b.Collection:
			parts, err := l.parts(ctx, r, b)
			if err != nil {
				return nil, err
			}
			a.Parts = append(a.Parts, parts...)
		}
	}
	return a, nil
}

// holders are those of one value; none of no value.
func (l *binLook) holders(ctx context.Context, r plan.Reference, value any) (h holders, err error) {
	if value == nil {
		return h, nil
	}
	key := [2]string{r.To.Name(), joinedBy(value)}
	h, known := l.known[key]
	if known {
		return h, nil
	}
	if h.live, err = l.named(ctx, r.To, r.Names(), value); err != nil {
		return h, err
	}
	h.binned, _, err = l.store.Bin(ctx, BinQuery{Collection: key[0], Joined: key[1], Limit: maxHolders})
	l.known[key] = h
	return h, diag.Attempted(err, "look for an entry in the bin")
}

// parts are the translations of an entry in the bin.
func (l *binLook) parts(ctx context.Context, r plan.Reference, b *Binned) (parts []BinPart, err error) {
	value := b.column(r.Field)
	if value == nil {
		return nil, nil
	}
	h, err := l.holders(ctx, r, value)
	if err != nil {
		return nil, err
	}
	found, _, err := l.store.Bin(ctx, BinQuery{Collection: r.From.Name(), Joined: joinedBy(value), Limit: maxReturned})
	for _, t := range found {
		if of := h.of(t); of != nil && of.ID == b.ID {
			parts = append(parts, BinPart{t, t.DeletedAt < b.DeletedAt})
		}
	}
	return parts, diag.Attempted(err, "look for translations in the bin")
}
