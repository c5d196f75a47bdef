package content

import (
	"context"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Return is what became of an entry that came back.
type Return struct {
	Entry        *Entry
	Translations []*Entry

	// Left are translations that stay in the bin, with why.
	Left []LeftBehind

	// Missing are the properties that name entries which are no more.
	Missing []string
}

// LeftBehind is an entry that could not come back.
type LeftBehind struct {
	*Binned
	Err error
}

// Return brings an entry back out of the bin, with the translations that were deleted with
// it, and those that were deleted earlier where that is asked for: in one transaction, each
// as a draft where its Schema has drafts, and in its next version, so that its former
// versions are its own again. It is checked as every write is, uniques included; a value
// that another entry has by now is CONFLICT at it. A translation that the checks or its
// hooks refuse stays there, is told, and keeps nobody else.
func (d StaffEntries) Return(ctx context.Context, collection, id string, earlier bool) (*Return, error) {
	if err := d.caller.NeedRole(principal.Editor); err != nil {
		return nil, err
	}
	b, err := d.service.store.BinnedEntry(ctx, collection, id)
	if err != nil {
		return nil, notInBin(err)
	}
	a, err := d.service.lookIntoBin().article(ctx, b)
	if err != nil {
		return nil, err
	}
	if a == nil {
		return nil, d.service.comesWithItsEntry(b)
	}
	out, err := d.service.returnTogether(ctx, d.caller, a.returning(earlier))
	if err != nil {
		return nil, err
	}
	out.Missing, err = d.service.missingOf(ctx, out)
	return out, err
}

// comesWithItsEntry refuses to bring a translation back whose entry is in the bin: alone it
// would be of nothing.
func (s *Service) comesWithItsEntry(b *Binned) error {
	d := diag.At(diag.Conflict, "input#/id", "The entry that this is a translation of is in the bin, too.")
	d.Suggestion = "Restore the entry of " + s.plan.Schema(b.Collection).Translation().Parent.Name() + ", with what was deleted earlier."
	return d
}

// returning is what comes back with an entry, which is the first of it.
func (a *BinArticle) returning(earlier bool) []*Binned {
	all := []*Binned{a.Binned}
	for _, p := range a.Parts {
		if earlier || !p.Earlier {
			all = append(all, p.Binned)
		}
	}
	return all
}

// returnTogether brings an entry back with its translations. All of them pass their checks
// before the hooks of any run.
func (s *Service) returnTogether(ctx context.Context, caller Caller, all []*Binned) (*Return, error) {
	out, now := new(Return), s.opts.Now()
	ready, err := s.readyToReturn(ctx, caller, all, out, now)
	if err != nil {
		return nil, err
	}
	g, back := new(group), []*Entry(nil)
	for _, p := range ready {
		err := s.join(ctx, g, p, now)
		switch {
		case err == nil:
			back = append(back, shown(p.schema, p.after))
		case p.of == 0:
			return nil, err
		default:
			out.Left = append(out.Left, LeftBehind{all[p.of], err})
		}
	}
	if failed, err := s.submitTogether(ctx, g); err != nil {
		return nil, cannotReturn(failed, all[failed], err)
	}
	out.Entry, out.Translations = back[0], back[1:]
	return out, nil
}

// readyToReturn are those that their checks let through.
func (s *Service) readyToReturn(ctx context.Context, caller Caller, all []*Binned, out *Return, now time.Time) (ready []*passed, err error) {
	languages := make(map[[2]string]bool)
	for i, b := range all {
		p, err := s.readyOne(ctx, caller, b, now)
		language := [2]string{b.Collection, b.Locale()}
		if err == nil && i > 0 && languages[language] {
			err = diag.At(diag.Conflict, "data#/locale", "A later one in this language comes back.")
		}
		switch {
		case err == nil:
			p.of, languages[language] = i, true
			ready = append(ready, p)
		case i == 0:
			return nil, err
		default:
			out.Left = append(out.Left, LeftBehind{b, err})
		}
	}
	return ready, nil
}

// readyOne is an entry as it comes back, checked.
func (s *Service) readyOne(ctx context.Context, caller Caller, b *Binned, now time.Time) (*passed, error) {
	schema, err := s.writable(create, b.Collection)
	if err != nil {
		return nil, err
	}
	c := &change{
		caller: caller, schema: schema, move: create, id: b.ID, data: overlay(b.Data, nil), original: declared(schema, b.Data),
		partial: schema.Lifecycle() == plan.Publishing, returned: b,
	}
	after, err := s.checked(ctx, c, now)
	return &passed{change: c, after: after}, err
}

// cannotReturn is why nothing came back, which may be about a translation.
func cannotReturn(failed int, b *Binned, err error) error {
	if failed == 0 {
		return err
	}
	d := *diag.As(err)
	d.Path = "input#/translations/" + b.ID
	d.Message = "A translation (" + b.Collection + ", " + b.Locale() + ") keeps the others from coming back: " + d.Message
	return &d
}

// newAgain is the row of an entry that comes back: its next version. Its stamps and its
// author are those that it had.
func (c *change) newAgain(now time.Time) *Entry {
	e := c.returned.Entry
	stamp(c.schema, c.caller, now, c.data, c.returned.Data)
	e.Status, e.Data = lifecycles[c.schema.Lifecycle()][create][absent], c.data
	e.Version++
	e.UpdatedAt = now.UnixMilli()
	return &e
}

// missingOf are the properties of what came back that name entries which are not there.
func (s *Service) missingOf(ctx context.Context, back *Return) (missing []string, err error) {
	for _, e := range append([]*Entry{back.Entry}, back.Translations...) {
		some, err := s.missingReferences(ctx, e)
		if err != nil {
			return nil, err
		}
		for _, name := range some {
			if !slices.Contains(missing, name) {
				missing = append(missing, name)
			}
		}
	}
	return missing, nil
}

func (s *Service) missingReferences(ctx context.Context, e *Entry) (missing []string, err error) {
	for _, r := range s.plan.References() {
		value := e.column(r.Property)
		if r.From.Name() != e.Collection || value == nil {
			continue
		}
		found, err := s.named(ctx, r.To, r.Names(), value)
		if err != nil {
			return nil, err
		}
		if found == nil {
			missing = append(missing, r.Property.Name())
		}
	}
	return missing, nil
}
