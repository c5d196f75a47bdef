package content

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// ReleaseEnd says which release is over with the write of its entries, in the same
// transaction, and who published it. Version is that of the release as it was read.
type ReleaseEnd struct {
	ID      string
	Version int64
	At      time.Time
	By      string // "" for nobody
	Move    string // the scheduled move that publishes it; "" for one by hand
}

// ReleasePath is where ReleaseChanged points.
const ReleasePath = "input#/release"

// ReleaseChanged answers a publish of a release that was changed, published, deleted or
// taken from the calendar since it was read.
func ReleaseChanged() *diag.Diagnostic {
	d := diag.At(diag.Conflict, ReleasePath, "The release has changed since it was read.")
	d.Suggestion = "Look at the release again, and publish it then."
	return d
}

// Obstacle is why one of the entries of a release cannot be published.
type Obstacle struct {
	Index int
	Err   error
}

// PublishRelease publishes the entries of a release in one transaction, all or none, and
// ends the release in it, for editors. One that is published and has no pending draft stays
// as it is. Every entry is checked before the hooks of any run, so that obstacles are all
// that the checks find; a hook that refuses, or an index, is found alone. err is about the
// release as a whole.
func (d StaffEntries) PublishRelease(ctx context.Context, all []Publication, end ReleaseEnd) (entries []*Entry, obstacles []Obstacle, err error) {
	if err := d.caller.NeedRole(principal.Editor); err != nil {
		return nil, nil, err
	}
	all = ofStaff(all)
	if obstacles, err = d.service.obstacles(ctx, d.caller, all); err != nil || len(obstacles) > 0 {
		return nil, obstacles, err
	}
	return d.service.publishRelease(ctx, d.caller, all, end)
}

// obstacles are what the checks of a publish find, entry by entry. Nothing is changed.
func (s *Service) obstacles(ctx context.Context, caller Caller, all []Publication) (found []Obstacle, err error) {
	beside := keysOf(all)
	for i, p := range all {
		if err := s.rehearsePublish(ctx, caller, p, beside); err != nil {
			found = append(found, Obstacle{i, err})
		}
		if ctx.Err() != nil {
			return nil, diag.Attempted(ctx.Err(), "check the entries of a release")
		}
	}
	return found, nil
}

// rehearsePublish is why a publish would be refused, but for its hooks, together with others.
func (s *Service) rehearsePublish(ctx context.Context, caller Caller, p Publication, beside map[entryKey]bool) error {
	c, err := s.publication(ctx, caller, p)
	if err != nil || c.isIdle() {
		return err
	}
	c.dry, c.beside = true, beside
	_, err = s.write(ctx, c)
	return err
}

func (s *Service) publishRelease(ctx context.Context, caller Caller, all []Publication, end ReleaseEnd) ([]*Entry, []Obstacle, error) {
	end.At = s.opts.Now()
	entries, together, failed, err := s.gather(ctx, caller, all, end.At)
	if err != nil {
		return nil, []Obstacle{{failed, err}}, nil //nolint:nilerr // it is the obstacle
	}
	if len(together.writes) == 0 {
		return entries, nil, s.store.EndRelease(ctx, end)
	}
	together.writes[0].Release = &end
	failed, err = s.submitTogether(ctx, together)
	switch {
	case err == nil:
		return entries, nil, nil
	case diag.HasCode(err, diag.Conflict) && diag.As(err).Path == ReleasePath:
		return nil, nil, err
	default:
		return nil, []Obstacle{{failed, err}}, nil
	}
}

// isIdle reports whether a publish would leave the entry as it is.
func (c *change) isIdle() bool {
	return c.move == publish && c.before.Status == Published && c.schema.Lifecycle() == plan.Publishing
}

// Part is an entry as a publish of it would find it, for any member of staff.
func (d StaffEntries) Part(ctx context.Context, collection, id string) (Part, error) {
	e, err := d.Get(ctx, collection, id)
	if err != nil {
		return Part{}, err
	}
	schema := d.service.plan.Schema(e.Collection)
	part, err := d.service.part(ctx, d.caller, schema, e)
	if err == nil && !part.Waits && e.Status != Published {
		part.Refused = d.service.rehearsePublish(ctx, d.caller, Publication{Collection: e.Collection, ID: e.ID}, nil)
	}
	return part, err
}

// WaitingTranslations are the translations of an entry that have something to publish, for
// any member of staff.
func (d StaffEntries) WaitingTranslations(ctx context.Context, e *Entry) (waiting []*Entry, err error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return nil, err
	}
	err = d.service.eachTranslation(ctx, d.service.plan.Schema(e.Collection), e, func(schema *plan.Schema, each *Entry) error {
		waits, err := d.service.waits(ctx, schema, each.ID, each.Status)
		if waits {
			waiting = append(waiting, each)
		}
		return err
	})
	return waiting, err
}

// waits reports whether there is something of an entry to publish.
func (s *Service) waits(ctx context.Context, schema *plan.Schema, id string, status Status) (bool, error) {
	switch {
	case schema.Lifecycle() != plan.Publishing:
		return false, nil
	case status != Published:
		return status == Draft, nil
	}
	d, err := s.pending(ctx, schema, id)
	return d != nil, err
}
