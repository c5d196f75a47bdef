package workspace

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Person is a member of staff who calls.
type Person struct {
	ID     string
	Editor bool // an editor or an owner
}

// Service keeps the rules of saved lists: a list is its owner's, and one that is shared
// is everybody's to read and any editor's to change. Nobody learns of another's own.
type Service struct {
	Store Store
	Now   func() time.Time
}

// Lists are those of a collection, of all for "", that a person sees.
func (s *Service) Lists(ctx context.Context, p Person, collection string) ([]*List, error) {
	return s.Store.Lists(ctx, collection, p.ID)
}

// Save keeps a new list: its Collection, Name, Shared and Search. CONFLICT where a person
// has 100 of a collection already, or the collection as many that are shared.
func (s *Service) Save(ctx context.Context, p Person, l List) (*List, error) {
	l.ID, l.Owner = uuid.Must(uuid.NewV7()).String(), p.ID
	l.CreatedAt = s.Now().UnixMilli()
	l.UpdatedAt = l.CreatedAt
	if err := s.allowed(p, &l); err != nil {
		return nil, err
	}
	return &l, s.Store.Update(ctx, func(tx Tx) error { return put(tx, &l) })
}

// Change has a list be as change makes it; NOT_FOUND for one that the person does not
// see.
func (s *Service) Change(ctx context.Context, p Person, id string, change func(*List) error) (changed *List, err error) {
	err = s.Store.Update(ctx, func(tx Tx) error {
		l, err := s.owned(tx, p, id)
		if err != nil {
			return err
		}
		if err := change(l); err != nil {
			return err
		}
		l.UpdatedAt, changed = s.Now().UnixMilli(), l
		if err := s.allowed(p, l); err != nil {
			return err
		}
		return put(tx, l)
	})
	return changed, err
}

// Delete forgets a list.
func (s *Service) Delete(ctx context.Context, p Person, id string) error {
	return s.Store.Update(ctx, func(tx Tx) error {
		l, err := s.owned(tx, p, id)
		if err != nil {
			return err
		}
		return tx.Delete(l.ID)
	})
}

// owned is a list that the person may change: their own unless it is shared, and as an
// editor a shared one. Who was an editor changes no longer what they shared.
func (s *Service) owned(tx Tx, p Person, id string) (*List, error) {
	if !storable(id) {
		return nil, notFound()
	}
	l, err := tx.List(id)
	switch {
	case err != nil:
		return nil, err
	case l == nil || l.Owner != p.ID && !l.Shared:
		return nil, notFound()
	case l.Shared && !p.Editor:
		return nil, denied()
	}
	return l, nil
}

func (s *Service) allowed(p Person, l *List) error {
	if l.Shared && !p.Editor {
		return denied()
	}
	return l.check()
}

func put(tx Tx, l *List) error {
	others, err := tx.Lists(l.Collection, l.Owner)
	if err != nil {
		return err
	}
	alike := 0
	for _, each := range others {
		if each.ID != l.ID && each.Shared == l.Shared {
			alike++
		}
	}
	if alike >= maxLists {
		return diag.At(diag.Conflict, "input#", "The collection has 100 such lists already.")
	}
	return tx.Put(l)
}

// storable reports whether a database can be asked for an id.
func storable(id string) bool { return len(id) <= 255 && jsonvalue.ValidString(id) }

func notFound() *diag.Diagnostic {
	return diag.At(diag.NotFound, "input#/id", "There is no such list.")
}

func denied() *diag.Diagnostic {
	d := diag.At(diag.AuthDenied, "input#/shared", "Only editors share lists, and change those that are shared.")
	d.Expected = map[string]any{"minimumRole": string(principal.Editor)}
	return d
}
