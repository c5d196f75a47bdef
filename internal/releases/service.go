package releases

import (
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Options configure a Service. All but Now are needed.
type Options struct {
	Store   Store
	Content *content.Service
	Moves   *moves.Service // which publishes releases at their time
	Now     func() time.Time
}

// Service keeps the rules of releases: all staff see them, and editors make, change and
// publish them. It is safe for concurrent use.
type Service struct{ Options }

// New makes a Service, and has the moves publish its releases.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Service{o}
	o.Moves.Releases = s
	return s
}

// Get is a release with its entries, for any member of staff.
func (s *Service) Get(ctx context.Context, caller content.Caller, id string) (*Release, error) {
	if err := caller.NeedRole(principal.Contributor); err != nil {
		return nil, err
	}
	return s.found(ctx, id)
}

func (s *Service) found(ctx context.Context, id string) (*Release, error) {
	if !storable(id) {
		return nil, noRelease()
	}
	r, err := s.Store.Release(ctx, id)
	if err == nil && r == nil {
		err = noRelease()
	}
	return r, err
}

// Waiting are the releases that are not published, the newest first, for any member of
// staff.
func (s *Service) Waiting(ctx context.Context, caller content.Caller) ([]*Release, error) {
	if err := caller.NeedRole(principal.Contributor); err != nil {
		return nil, err
	}
	return s.Store.Waiting(ctx, maxOpen)
}

// Published are those that are, for any member of staff. more says that there are further
// ones.
func (s *Service) Published(ctx context.Context, caller content.Caller, q Query) (found []*Release, more bool, err error) {
	if err := caller.NeedRole(principal.Contributor); err != nil {
		return nil, false, err
	}
	limit := q.Limit
	q.Limit++
	found, err = s.Store.Published(ctx, q)
	return found[:min(len(found), limit)], len(found) > limit, err
}

// OfEntry are the releases that an entry waits in, for whoever may read it.
func (s *Service) OfEntry(ctx context.Context, caller content.Caller, collection, entry string) ([]*Release, error) {
	if _, err := s.Content.StaffEntries(caller).Get(ctx, collection, entry); err != nil {
		return nil, err
	}
	return s.Store.OfEntry(ctx, collection, entry)
}

// Create makes a release without entries, for editors.
func (s *Service) Create(ctx context.Context, caller content.Caller, name string) (*Release, error) {
	if err := caller.NeedRole(principal.Editor); err != nil {
		return nil, err
	}
	name, err := named(name)
	if err != nil {
		return nil, err
	}
	r := &Release{
		ID: uuid.Must(uuid.NewV7()).String(), Name: name, Version: 1, CreatedBy: caller.Actor().ID, CreatedAt: s.Now().UTC().Truncate(time.Millisecond),
	}
	return r, s.Store.Update(ctx, func(tx Tx) error {
		waiting, err := tx.CountWaiting()
		if err == nil && waiting >= maxOpen {
			err = diag.At(diag.Conflict, "input#", "There are 200 releases that are not published. Publish or delete one of them first.")
		}
		if err != nil {
			return err
		}
		return tx.Create(r)
	})
}

// Rename gives a release another name, a published one too, for editors.
func (s *Service) Rename(ctx context.Context, caller content.Caller, id, name string) error {
	name, err := named(name)
	if err != nil {
		return err
	}
	return s.change(ctx, caller, id, func(tx Tx, r *Release) error { return tx.Rename(r.ID, name) })
}

// Delete forgets a release, for editors. Its entries stay as they are.
func (s *Service) Delete(ctx context.Context, caller content.Caller, id string) error {
	return s.change(ctx, caller, id, func(tx Tx, r *Release) error { return tx.Delete(r.ID) })
}

// change runs a change of a release for an editor.
func (s *Service) change(ctx context.Context, caller content.Caller, id string, change func(Tx, *Release) error) error {
	if err := caller.NeedRole(principal.Editor); err != nil {
		return err
	}
	if !storable(id) {
		return noRelease()
	}
	return s.Store.Update(ctx, func(tx Tx) error {
		r, err := tx.Release(id)
		if err == nil && r == nil {
			err = noRelease()
		}
		if err != nil {
			return err
		}
		return change(tx, r)
	})
}

// Named is an entry that somebody names.
type Named struct{ Collection, Entry string }

// Add puts entries into a release, for editors, and with translations those of their
// translations, too, that have something to publish. What is in it already stays so.
// NOT_FOUND and CONFLICT at input#/entries/<n>; INPUT_VALIDATION_FAILED where the release
// would have more than MaxEntries.
func (s *Service) Add(ctx context.Context, caller content.Caller, id string, all []Named, translations bool) error {
	if err := caller.NeedRole(principal.Editor); err != nil {
		return err
	}
	if len(all) == 0 || len(all) > MaxEntries {
		return tooMany("Too few or too many entries for one release.")
	}
	items, err := s.items(ctx, caller, all, translations)
	if err != nil {
		return err
	}
	if n := distinct(items); n > MaxEntries {
		return tooMany("With their translations these are " + strconv.Itoa(n) + " entries.")
	}
	return s.change(ctx, caller, id, func(tx Tx, r *Release) error {
		if r.IsPublished() {
			return published()
		}
		return put(tx, r, items)
	})
}

func put(tx Tx, r *Release, items []Item) error {
	added := 0
	for _, i := range items {
		isNew, err := tx.Add(r.ID, i)
		if err != nil {
			return err
		}
		if isNew {
			added++
		}
	}
	if r.Count+added > MaxEntries {
		return tooMany("The release would have " + strconv.Itoa(r.Count+added) + " entries.")
	}
	if added == 0 {
		return nil
	}
	return tx.Changed(r.ID)
}

// distinct counts the entries among items.
func distinct(items []Item) int {
	known := make(map[[2]string]bool, len(items))
	for _, i := range items {
		known[[2]string{i.Collection, i.Entry}] = true
	}
	return len(known)
}

func tooMany(message string) *diag.Diagnostic {
	d := diag.At(diag.InputValidationFailed, "input#/entries", message+" A release has at most 200; make another one for the rest.")
	d.Expected = "1 to " + strconv.Itoa(MaxEntries)
	return d
}

// items are the entries that are named, as a release keeps them.
func (s *Service) items(ctx context.Context, caller content.Caller, all []Named, translations bool) (items []Item, err error) {
	entries := s.Content.StaffEntries(caller)
	for i, n := range all {
		e, err := entries.Get(ctx, n.Collection, n.Entry)
		if err == nil && s.Content.Plan().Schema(e.Collection).Lifecycle() != plan.Publishing {
			err = diag.At(diag.Conflict, "input#", "Entries of this collection have no drafts, so there is nothing to publish.")
		}
		if err != nil {
			return nil, ofEntry(i, err)
		}
		items = append(items, s.item(caller, e))
		if !translations {
			continue
		}
		waiting, err := entries.WaitingTranslations(ctx, e)
		if err != nil {
			return nil, err
		}
		for _, t := range waiting {
			items = append(items, s.item(caller, t))
		}
	}
	return items, nil
}

func (s *Service) item(caller content.Caller, e *content.Entry) Item {
	return Item{
		Collection: e.Collection, Entry: e.ID, Title: content.Shortened(content.Title(s.Content.Plan().Schema(e.Collection), e.ID, e.Data), maxTitle),
		AddedBy: caller.Actor().ID, AddedAt: s.Now().UTC().Truncate(time.Millisecond),
	}
}

// maxTitle is how much is kept of what an entry is called.
const maxTitle = 200 // characters

func ofEntry(i int, err error) error {
	d := *diag.As(err)
	d.Path = "input#/entries/" + strconv.Itoa(i)
	return &d
}

// Remove takes an entry out of a release, for editors; NOT_FOUND where it is not in it.
func (s *Service) Remove(ctx context.Context, caller content.Caller, id string, n Named) error {
	return s.change(ctx, caller, id, func(tx Tx, r *Release) error {
		if r.IsPublished() {
			return published()
		}
		there, err := tx.Remove(r.ID, n.Collection, n.Entry)
		if err == nil && !there {
			err = diag.At(diag.NotFound, "input#/entry", "The entry is not in this release.")
		}
		if err != nil {
			return err
		}
		return tx.Changed(r.ID)
	})
}
