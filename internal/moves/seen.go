package moves

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Versions are the versions of entries: which of them somebody wrote, and when.
type Versions interface {
	EntryVersions(ctx context.Context, q audit.Query) (versions []audit.VersionLine, more bool, err error)
}

// checkSeen refuses to publish what somebody who may not publish has made of the entry since
// a time, such as that at which the move was set: nobody who may has seen it (decision 290).
// What an editor wrote afterwards, they wrote on top of that, and have. To discard a pending
// draft changes what goes out, too.
func (s *Service) checkSeen(m *Move, at time.Time) content.Allow {
	since := at.UnixMilli()
	return func(ctx context.Context, e *content.Entry, d *content.PendingDraft) error {
		switch {
		case d == nil:
			if err := s.checkDiscard(ctx, m, e, since); err != nil {
				return err
			}
		case d.SavedAt >= since:
			if err := s.checkWriter(ctx, m, d.SavedBy); err != nil || d.Base == e.Version { // who saved it saw the entry as it is
				return err
			}
		}
		if e.Status == content.Published || e.UpdatedAt < since {
			return nil
		}
		return s.checkVersions(ctx, m, e, since)
	}
}

// checkDiscard looks at who dropped the draft that was there when the move was set.
func (s *Service) checkDiscard(ctx context.Context, m *Move, e *content.Entry, since int64) error {
	dropped, err := s.Content.Discarded(ctx, e.Collection, e.ID)
	if err != nil || dropped.By == "" || dropped.At < since || dropped.At <= e.UpdatedAt {
		return err
	}
	return s.checkWriter(ctx, m, dropped.By)
}

// maxVersionsSeen is how many versions are looked through for who wrote last.
const maxVersionsSeen = 100

// checkVersions looks at who wrote an entry last, but for what a Procedure of a front end, a
// hook or an import wrote: the site itself has let them.
func (s *Service) checkVersions(ctx context.Context, m *Move, e *content.Entry, since int64) error {
	versions, _, err := s.Versions.EntryVersions(ctx, audit.Query{Collection: e.Collection, Subject: e.ID, Limit: maxVersionsSeen})
	if err != nil {
		return err
	}
	for _, v := range versions {
		switch {
		case v.Time < since:
			return nil
		case v.Surface == audit.Admin || v.Surface == audit.MCP:
			return s.checkWriter(ctx, m, v.Actor.ID)
		}
	}
	return nil
}

// checkWriter is nil for who may publish. Where the users are not the service's own, nobody
// can tell.
func (s *Service) checkWriter(ctx context.Context, m *Move, writer string) error {
	if writer == "" || writer == m.Actor {
		return nil // who set it is asked for by the move itself
	}
	person, known, err := s.Person(ctx, writer)
	switch {
	case err != nil && !diag.HasCode(err, diag.NotFound):
		return err
	case err == nil && (!known || principal.Role(person.Role).AtLeast(principal.Editor)):
		return nil
	}
	d := diag.At(diag.Conflict, "data#", "Somebody who cannot publish has changed the entry since the time was set.")
	d.Suggestion = "Look at the change, and set the time again."
	return d
}
