package content

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Publication names an entry that shall be published as its caller saw it.
type Publication struct {
	Collection, ID string
	Version        int64 // of the entry; 0 for any
	Draft          int64 // the counter of its pending draft; 0 for any, and for none

	staff bool // a generic call of staff publishes it

	// Allow is asked about the entry as it would be published; nil where nobody else is.
	Allow Allow
}

// Allow may refuse an entry that is to be published, with its pending draft, nil for none.
type Allow func(ctx context.Context, e *Entry, d *PendingDraft) error

// WithoutDraft is for an entry that was seen without a pending draft: one that has come
// since is in the way, since nobody has seen it go out.
func WithoutDraft(_ context.Context, _ *Entry, d *PendingDraft) error {
	if d != nil {
		return StaleDraft()
	}
	return nil
}

// PublishAs is Publish, pinned to the pending draft that the caller saw.
func (s *Service) PublishAs(ctx context.Context, caller Caller, p Publication) (*Entry, error) {
	c, err := s.publication(ctx, caller, p)
	if err != nil {
		return nil, err
	}
	return s.write(ctx, c)
}

// publication is the change that publishes an entry: with its pending draft in the place of
// its data where there is one (decision 224).
func (s *Service) publication(ctx context.Context, caller Caller, p Publication) (*change, error) {
	schema, e, err := s.pinned(ctx, publish, p.Collection, p.ID, p.Version)
	if err != nil {
		return nil, err
	}
	c := &change{caller: caller, schema: schema, move: publish, before: e, staff: p.staff}
	if schema.Lifecycle() != plan.Publishing {
		return c, nil
	}
	d, err := s.pending(ctx, schema, e.ID)
	if err == nil && p.Allow != nil {
		err = p.Allow(ctx, e, d)
	}
	switch {
	case err != nil:
		return nil, err
	case p.Draft != 0 && (d == nil || d.Counter != p.Draft):
		return nil, StaleDraft()
	case d == nil || e.Status == Archived:
		return c, nil
	}
	if err := c.takeOver(replace, d); err != nil {
		return nil, err
	}
	return c, nil
}

// takeOver has a pending draft become what the entry is.
func (c *change) takeOver(m move, d *PendingDraft) error {
	data, fields := d.onto(c.before.Data)
	if len(fields) > 0 {
		return unclear(fields)
	}
	c.move, c.data, c.original = m, data, maps.Clone(declared(c.schema, data))
	c.partial, c.draft = m == edit, &DraftEnd{Counter: d.Counter}
	return nil
}

// KeepDraft makes the pending draft of an entry that is a draft itself the entry, for staff: it ends,
// and the entry has a next version, with its hooks and its record.
func (s *Service) KeepDraft(ctx context.Context, caller Caller, collection, id string, counter int64) (*Entry, error) {
	schema, e, err := s.drafted(ctx, collection, id)
	if err != nil {
		return nil, err
	}
	if e.Status != Draft {
		return nil, diag.At(diag.Conflict, "data#/status", "An entry that is "+string(e.Status)+" has its draft published, or discarded.")
	}
	d, err := s.pending(ctx, schema, e.ID)
	switch {
	case err != nil:
		return nil, err
	case d == nil, counter != 0 && d.Counter != counter:
		return nil, StaleDraft()
	}
	c := &change{caller: caller, schema: schema, before: e, staff: true}
	if err := c.takeOver(edit, d); err != nil {
		return nil, err
	}
	return s.write(ctx, c)
}

// MaxTogether is how many entries are published at once: an article in as many languages.
const MaxTogether = 100

// PublishTogether publishes entries in one transaction, such as an article with its
// translations: all of them or none. One that is published and has no pending draft stays as
// it is. A diagnostic says which entry it is about at input#/entries/<n>.
func (s *Service) PublishTogether(ctx context.Context, caller Caller, all []Publication) ([]*Entry, error) {
	if len(all) == 0 || len(all) > MaxTogether {
		d := diag.At(diag.InputValidationFailed, "input#/entries", "Too few or too many entries to publish together.")
		d.Expected = "1 to " + strconv.Itoa(MaxTogether)
		return nil, d
	}
	g, failed, err := s.gather(ctx, caller, publish, all, s.opts.Now())
	if err != nil {
		return nil, OfEntry(failed, err)
	}
	if failed, err := s.submitTogether(ctx, g); err != nil {
		return nil, OfEntry(failed, err)
	}
	return g.entries, nil
}

// group is what is written in one transaction, and of which publication each write is.
type group struct {
	entries  []*Entry // as they are then, in the order in which they were named
	writes   []*Write
	of       []int
	follow   []*follower // nil for what was asked for
	deferred bool
}

// add puts a change into a group, with what follows it.
func (s *Service) add(ctx context.Context, g *group, of int, c *change, after *Entry, followers []*follower, now time.Time) error {
	if err := s.addOne(ctx, g, of, c, after, nil, now); err != nil {
		return err
	}
	for _, f := range followers {
		if err := s.addOne(ctx, g, of, f.change, f.after, f, now); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) addOne(ctx context.Context, g *group, of int, c *change, after *Entry, f *follower, now time.Time) error {
	w, err := s.writeOf(ctx, c, after, now)
	if err != nil {
		return err
	}
	g.writes, g.of, g.follow = append(g.writes, w), append(g.of, of), append(g.follow, f)
	g.deferred = g.deferred || w.Event != nil
	return nil
}

// told is the error of one of the writes as callers hear it. A translation that somebody
// else wrote meanwhile can follow at the next try.
func (g *group) told(failed int, err error) error {
	f := g.follow[failed]
	switch {
	case f == nil:
		return noEntryOr(err)
	case IsOvertaken(err), diag.HasCode(err, diag.NotFound):
		return MovedEntry()
	}
	return cannotFollow(f.rejoin, f.after, err)
}

// gather readies entries that are published or unpublished for one transaction. All of them
// pass their checks before the hooks of any run, which may do things outside that nobody
// undoes. failed is the one that err is about.
func (s *Service) gather(ctx context.Context, caller Caller, m move, all []Publication, now time.Time) (g *group, failed int, err error) {
	r := newReview(caller, m, all, now)
	passed := make([]*passed, 0, len(all))
	for _, i := range s.parentsFirst(all) {
		p, err := s.review(ctx, r, i)
		if err != nil {
			return nil, i, err
		}
		passed = append(passed, p)
	}
	return s.joinAll(ctx, passed, now)
}

// joinAll puts what passed its checks into one transaction, hooks first.
func (s *Service) joinAll(ctx context.Context, passed []*passed, now time.Time) (g *group, failed int, err error) {
	g = &group{entries: make([]*Entry, len(passed))}
	for _, p := range passed {
		if err := s.join(ctx, g, p, now); err != nil {
			return nil, p.of, err
		}
		g.entries[p.of] = shown(p.schema, p.after)
	}
	return g, 0, nil
}

// moving is the change that publishes or unpublishes an entry.
func (s *Service) moving(ctx context.Context, caller Caller, m move, p Publication) (*change, error) {
	if m == publish {
		return s.publication(ctx, caller, p)
	}
	schema, e, err := s.pinned(ctx, m, p.Collection, p.ID, p.Version)
	if err != nil {
		return nil, err
	}
	return &change{caller: caller, schema: schema, move: m, before: e, staff: p.staff}, nil
}

// join runs the hooks of a publication, and puts it into the transaction of others.
func (s *Service) join(ctx context.Context, g *group, p *passed, now time.Time) error {
	if p.isIdle() {
		return nil
	}
	if err := s.runAllHooks(ctx, p.change, p.followers); err != nil {
		return err
	}
	return s.add(ctx, g, p.of, p.change, p.after, p.followers, now)
}

// OfEntry says which of several entries a diagnostic is about.
func OfEntry(i int, err error) error {
	d := *diag.As(err)
	root, place, _ := strings.Cut(d.Path, "#")
	if root != "" && root != "input" {
		place = "/" + root + place
	}
	d.Path = "input#/entries/" + strconv.Itoa(i) + place
	return &d
}

// Seen is an entry that somebody saw in a version, with a pending draft or without, for any
// member of staff: CONFLICT where it is another one by now.
func (d StaffEntries) Seen(ctx context.Context, p Publication) (*Entry, error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return nil, err
	}
	schema, e, err := d.service.pinned(ctx, publish, p.Collection, p.ID, p.Version)
	if err != nil || p.Draft == 0 && p.Allow == nil {
		return e, err
	}
	pending, err := d.service.pending(ctx, schema, e.ID)
	if err == nil && p.Allow != nil {
		err = p.Allow(ctx, e, pending)
	}
	if err == nil && p.Draft != 0 && (pending == nil || pending.Counter != p.Draft) {
		err = StaleDraft()
	}
	return e, err
}

// PublishAs is Service.PublishAs for editors, with a pending draft or without.
func (d StaffEntries) PublishAs(ctx context.Context, p Publication) (*Entry, error) {
	if err := d.caller.NeedRole(principal.Editor); err != nil {
		return nil, err
	}
	p.staff = true
	return d.service.PublishAs(ctx, d.caller, p)
}

// PublishTogether is Service.PublishTogether for editors.
func (d StaffEntries) PublishTogether(ctx context.Context, all []Publication) ([]*Entry, error) {
	if err := d.caller.NeedRole(principal.Editor); err != nil {
		return nil, err
	}
	return d.service.PublishTogether(ctx, d.caller, ofStaff(all))
}

// ofStaff are publications as generic calls of staff make them.
func ofStaff(all []Publication) []Publication {
	all = slices.Clone(all)
	for i := range all {
		all[i].staff = true
	}
	return all
}

// SaveDraft is Service.SaveDraft for any member of staff: contributors keep drafts over
// published entries, too, and publish none.
func (d StaffEntries) SaveDraft(ctx context.Context, save DraftSave) (*Entry, *PendingDraft, error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return nil, nil, err
	}
	return d.service.SaveDraft(ctx, d.caller, save)
}

// DiscardDraft is Service.DiscardDraft for any member of staff.
func (d StaffEntries) DiscardDraft(ctx context.Context, collection, id string, counter int64) error {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return err
	}
	return d.service.DiscardDraft(ctx, d.caller, collection, id, counter)
}

// KeepDraft is Service.KeepDraft for any member of staff.
func (d StaffEntries) KeepDraft(ctx context.Context, collection, id string, counter int64) (*Entry, error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return nil, err
	}
	return d.service.KeepDraft(ctx, d.caller, collection, id, counter)
}

// PendingDraft is Service.PendingDraft for any member of staff.
func (d StaffEntries) PendingDraft(ctx context.Context, e *Entry) (*PendingDraft, error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return nil, err
	}
	return d.service.PendingDraft(ctx, e)
}
