package admin

import (
	"cmp"
	"context"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/principal"
)

// history lists what happened to an entry, for whoever may read it (decision 91).
func (s *Surface) history(q *request) error {
	e, err := s.staffEntries(q).Get(q.Context(), q.query["collection"], q.PathValue("id"))
	if err != nil {
		return err
	}
	records, next, err := s.auditPage(q, "history", audit.Query{Collection: e.Collection, Subject: e.ID})
	if err != nil {
		return err
	}
	out := wire.History{Items: each(records, changeOf), NextCursor: next}
	names := s.names(q)
	for i, l := range records {
		if out.Items[i].Actor, err = names.of(q.Context(), l.Actor.ID); err != nil {
			return err
		}
	}
	out.Author, err = names.of(q.Context(), e.AuthorID)
	return q.answer(out, err)
}

func changeOf(l audit.Record) wire.Change {
	return wire.Change{
		ID: l.Key, Time: l.Time, Credential: orNull(l.Actor.Credential), ClientID: orNull(l.Actor.Client), Surface: string(l.Surface),
		Action: string(l.Action), Version: l.Version, Before: l.Before, After: l.After, Pruned: l.Pruned,
	}
}

// names find what people are called, for whoever asks.
func (s *Surface) names(q *request) userNames {
	return userNames{s.Directory, q.caller.IsAtLeast(principal.Editor), map[string]*wire.Person{}}
}

// userNames find what people are called, each of them once.
type userNames struct {
	directory Directory
	editor    bool // whether the reader may know members, and the address of who has no name
	known     map[string]*wire.Person
}

// of is nil for nobody.
func (n userNames) of(ctx context.Context, id string) (*wire.Person, error) {
	if id == "" || n.known[id] != nil {
		return n.known[id], nil
	}
	person, err := n.user(ctx, id)
	if diag.HasCode(err, diag.NotFound) {
		person, err = &wire.Person{ID: id}, nil
	}
	if err != nil {
		return nil, err
	}
	n.known[id] = person
	return person, nil
}

// user is NOT_FOUND for one that is gone, and for whom the reader may not know: nothing tells
// a member there from nobody.
func (n userNames) user(ctx context.Context, id string) (*wire.Person, error) {
	profile, err := n.directory.Profile(ctx, id)
	if err != nil {
		return nil, err
	}
	if profile.Member && !n.editor {
		return nil, diag.At(diag.NotFound, "", "There is no such member of staff.")
	}
	person := &wire.Person{ID: id, Name: cmp.Or(profile.Name, profile.Login)}
	if person.Name == "" && n.editor {
		person.Name = profile.Email
	}
	return person, nil
}
