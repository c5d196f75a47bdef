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
// release as a whole. What the record says of the entries is of the time of the release.
func (d StaffEntries) PublishRelease(ctx context.Context, all []Publication, end ReleaseEnd) (entries []*Entry, obstacles []Obstacle, err error) {
	if err := d.caller.NeedRole(principal.Editor); err != nil {
		return nil, nil, err
	}
	return d.service.publishRelease(ctx, d.caller, ofStaff(all), end)
}

func (s *Service) publishRelease(ctx context.Context, caller Caller, all []Publication, end ReleaseEnd) ([]*Entry, []Obstacle, error) {
	end.At = s.opts.Now()
	g, obstacles, err := s.moveAll(ctx, newReview(caller, publish, all, end.At), ending{release: &end})
	if err != nil || len(obstacles) > 0 {
		return nil, obstacles, err
	}
	if len(g.writes) == 0 {
		return g.entries, nil, s.store.EndRelease(ctx, end)
	}
	return g.entries, nil, nil
}

// ending is what is over with the writes of several entries, in their transaction.
type ending struct {
	release *ReleaseEnd
	moves   []string
}

// moveAll publishes or unpublishes entries in one transaction, and ends in it what is over
// then, where there is anything to write. All that is in the way of a check is told at once.
func (s *Service) moveAll(ctx context.Context, r *review, end ending) (*group, []Obstacle, error) {
	passed, obstacles, err := s.reviewAll(ctx, r)
	if err != nil || len(obstacles) > 0 {
		return nil, obstacles, err
	}
	g, failed, err := s.joinAll(ctx, passed, r.now)
	if err != nil {
		return nil, []Obstacle{{failed, err}}, nil //nolint:nilerr // it is the obstacle
	}
	if len(g.writes) == 0 {
		return g, nil, nil
	}
	g.writes[0].Release, g.writes[0].Moves = end.release, end.moves
	failed, err = s.submitTogether(ctx, g)
	switch {
	case err == nil:
		return g, nil, nil
	case diag.HasCode(err, diag.Conflict) && (diag.As(err).Path == ReleasePath || diag.As(err).Path == MovesPath):
		return nil, nil, err
	default:
		return nil, []Obstacle{{failed, err}}, nil
	}
}

// isIdle reports whether a publish would leave the entry as it is, or an unpublish together
// with others: an archived one stays archived there, since readers cannot fetch it.
func (c *change) isIdle() bool {
	if c.schema.Lifecycle() != plan.Publishing {
		return false
	}
	return c.move == publish && c.before.Status == Published || c.move == unpublish && c.before.Status != Published
}

// Part is an entry as part of what is published together, for any member of staff. Refused
// is for Obstacles to say.
func (d StaffEntries) Part(ctx context.Context, collection, id string) (Part, error) {
	e, err := d.Get(ctx, collection, id)
	if err != nil {
		return Part{}, err
	}
	schema := d.service.plan.Schema(e.Collection)
	return d.service.part(ctx, schema, e)
}

// Obstacles are what keeps entries from being published together, but for their hooks, for
// any member of staff. Nothing is changed.
func (d StaffEntries) Obstacles(ctx context.Context, all []Publication) ([]Obstacle, error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return nil, err
	}
	return d.service.obstacles(ctx, d.caller, publish, ofStaff(all))
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
