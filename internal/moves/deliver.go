package moves

import (
	"context"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/principal"
)

// patience is how long a move is tried while something is out of order: about as long
// as the queue tries.
const patience = 20 * time.Hour

// Deliver makes the move of an event. What is refused is no error of the queue: it is
// noted with the move, and who set it is told. The errors are those after which another
// try may help.
func (s *Service) Deliver(ctx context.Context, e *content.Deferred) error {
	key, err := KeyOf(e)
	if err != nil {
		return err
	}
	batch, err := s.Store.Batch(ctx, key)
	if len(batch) == 0 || err != nil { // made or taken back meanwhile
		return err
	}
	m := batch[0]
	if !m.Failed() {
		refused, err := s.try(ctx, batch)
		if refused == nil || err != nil {
			return err
		}
		m.FailedAt, m.Problem = s.Now(), refused.Public()
		if err := s.Store.Fail(ctx, key, m.FailedAt, m.Problem); err != nil {
			return err
		}
	}
	return s.tell(ctx, m)
}

// try makes a batch, or says why it is refused. err is one after which another try may
// help.
func (s *Service) try(ctx context.Context, batch []*Move) (refused *diag.Diagnostic, err error) {
	m := batch[0]
	caller, err := s.caller(ctx, m)
	if err == nil {
		err = s.move(ctx, caller, batch)
	}
	switch {
	case err == nil:
		return nil, nil
	case s.isReached(ctx, m, err):
		return nil, s.Store.End(ctx, m.Key())
	case MayPass(err) && s.Now().Before(m.Due.Add(patience)):
		return nil, err
	}
	return diag.As(err), nil
}

// MayPass reports whether a failure is of the moment.
func MayPass(err error) bool {
	for _, code := range []diag.Code{diag.ResourceUnavailable, diag.ResourceExhausted, diag.InternalError, diag.RateLimited} {
		if diag.HasCode(err, code) {
			return true
		}
	}
	return false
}

// caller is who set the move, with the role that they have now.
func (s *Service) caller(ctx context.Context, m *Move) (content.Caller, error) {
	person, known, err := s.Person(ctx, m.Actor)
	if diag.HasCode(err, diag.NotFound) {
		err = diag.At(diag.AuthDenied, "input#", "Who set this is no longer here.")
	}
	if err != nil {
		return content.Caller{}, err
	}
	if !known {
		person.Role = m.Role
	}
	caller := content.Caller{User: &content.User{ID: m.Actor}}
	if person.Role != "" {
		caller.Staff = &content.Staff{ID: m.Actor, Role: person.Role}
	}
	return caller, nil
}

// attempts is how often a move is tried while others write the entry at that moment.
const attempts = 5

func (s *Service) move(ctx context.Context, caller content.Caller, batch []*Move) (err error) {
	ctx = audit.Through(ctx, audit.Schedule)
	for range attempts {
		if len(batch) > 1 {
			err = s.moveTogether(ctx, caller, batch[0].Key())
		} else {
			m := batch[0]
			err = s.moveOnce(content.Making(ctx, m.Collection, m.Entry, m.ID), caller, m)
		}
		if !IsOvertaken(err) {
			return err
		}
	}
	return err
}

func (s *Service) moveOnce(ctx context.Context, caller content.Caller, m *Move) (err error) {
	entries := s.Content.StaffEntries(caller)
	switch m.Direction {
	case Publish:
		_, err = entries.PublishAs(ctx, content.Publication{Collection: m.Collection, ID: m.Entry, Allow: s.checkSeen(m, m.SetAt)})
	case Unpublish:
		err = unpublish(ctx, entries, m)
	case Release:
		err = s.Releases.PublishDue(ctx, caller, m, func(since time.Time) content.Allow { return s.checkSeen(m, since) })
	}
	return err
}

// unpublish leaves an entry that readers cannot fetch as it is (decision 312).
func unpublish(ctx context.Context, entries content.StaffEntries, m *Move) error {
	e, err := entries.Get(ctx, m.Collection, m.Entry)
	switch {
	case err != nil:
		return err
	case e.Status != content.Published:
		return diag.At(diag.Conflict, "data#/status", "The entry is not published.")
	}
	_, err = entries.Unpublish(ctx, m.Collection, m.Entry, e.Version)
	return err
}

// IsOvertaken reports whether an entry, its draft or a release was written between the read
// and the write of a move, which is pinned to none.
func IsOvertaken(err error) bool {
	return content.IsOvertaken(err) || diag.HasCode(err, diag.Conflict) && slices.Contains([]string{content.ReleasePath, content.MovesPath, content.VersionPath}, diag.As(err).Path)
}

// isReached reports whether a move was refused because the entry is already what it
// would become, by hand or by another try of the same move.
func (s *Service) isReached(ctx context.Context, m *Move, refusal error) bool {
	if !diag.HasCode(refusal, diag.Conflict) {
		return false
	}
	if left, err := s.Store.Batch(ctx, m.Key()); err == nil && len(left) == 0 {
		return true
	}
	if m.Direction == Release || diag.As(refusal).Path != "data#/status" {
		return false
	}
	e, err := s.Content.Get(ctx, m.Collection, m.Entry)
	if err != nil {
		return false
	}
	if m.Direction == Publish {
		return e.Status == content.Published
	}
	return e.Status != content.Published
}

// tell hands over the mail about a move that failed, once. Who is no longer of the staff is
// told nothing of what is not public.
func (s *Service) tell(ctx context.Context, m *Move) error {
	s.Log.Warn("a scheduled move failed", "move", string(m.Direction), "collection", m.Collection, "entry", m.Entry, "code", string(m.Problem.Code), "reason", m.Problem.Message)
	if m.Told || s.Tell == nil {
		return nil
	}
	person, known, err := s.Person(ctx, m.Actor)
	if diag.HasCode(err, diag.NotFound) || err == nil && (!known || person.Email == "" || !principal.Role(person.Role).AtLeast(principal.Contributor)) {
		return nil
	}
	if err == nil {
		err = s.Tell(ctx, Failure{Move: m, To: person.Email, Title: s.title(ctx, m)})
	}
	if err != nil {
		return err
	}
	return s.Store.Told(ctx, m.Key())
}

// title is what the entry or the release is called; its id where it is gone.
func (s *Service) title(ctx context.Context, m *Move) string {
	if m.Direction == Release {
		return s.Releases.Name(ctx, m.Entry)
	}
	e, err := s.Content.Get(ctx, m.Collection, m.Entry)
	if err != nil {
		return m.Entry
	}
	return content.Title(s.Content.Plan().Schema(m.Collection), m.Entry, e.Data)
}
