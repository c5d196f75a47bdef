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
	plain := &change{caller: caller, schema: schema, move: publish, before: e}
	if schema.Lifecycle() != plan.Publishing {
		return plain, nil
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
		return plain, nil
	}
	return takeOver(caller, schema, replace, e, d)
}

// takeOver is the change that has a pending draft become what the entry is.
func takeOver(caller Caller, schema *plan.Schema, m move, e *Entry, d *PendingDraft) (*change, error) {
	data, fields := d.onto(e.Data)
	if len(fields) > 0 {
		return nil, unclear(fields)
	}
	return &change{
		caller: caller, schema: schema, move: m, before: e, data: data, original: maps.Clone(declared(schema, data)),
		partial: m == edit, draft: &DraftEnd{d.Counter},
	}, nil
}

// KeepDraft makes the pending draft of an entry that is a draft itself the entry: it ends,
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
	c, err := takeOver(caller, schema, edit, e, d)
	if err != nil {
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
	entries, together, failed, err := s.gather(ctx, caller, all, s.opts.Now())
	if err != nil {
		return nil, ofEntry(failed, err)
	}
	if failed, err := s.store.WriteTogether(ctx, together.writes); err != nil {
		return nil, ofEntry(together.of[failed], noEntryOr(err))
	}
	if together.deferred {
		s.opts.Deferred()
	}
	return entries, nil
}

// group is what is written in one transaction, and of which publication each write is.
type group struct {
	writes   []*Write
	of       []int
	seen     map[string]bool
	moved    []rejoin
	changed  []prepared
	deferred bool
}

// prepared is a change with the row that it leaves.
type prepared struct {
	*change
	after *Entry
	of    int
}

func (g *group) add(of int, writes ...*Write) {
	for _, w := range writes {
		g.writes, g.of, g.deferred = append(g.writes, w), append(g.of, of), g.deferred || w.Event != nil
	}
}

// gather readies publications for one transaction. failed is the one that err is about.
func (s *Service) gather(ctx context.Context, caller Caller, all []Publication, now time.Time) (entries []*Entry, g *group, failed int, err error) {
	entries, g = make([]*Entry, len(all)), &group{seen: make(map[string]bool)}
	for _, i := range s.parentsFirst(all) {
		if entries[i], err = s.join(ctx, caller, all[i], g, i, now); err != nil {
			return nil, nil, i, err
		}
	}
	for _, p := range g.changed {
		followers, err := s.followers(ctx, p.change, p.after, g.seen, now)
		if err != nil {
			return nil, nil, p.of, err
		}
		g.add(p.of, followers...)
	}
	return entries, g, 0, nil
}

// parentsFirst is the order in which translations know what becomes of their parent.
func (s *Service) parentsFirst(all []Publication) []int {
	order := make([]int, len(all))
	for i := range all {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return s.depth(all[a].Collection) - s.depth(all[b].Collection) })
	return order
}

// depth is 1 for translations.
func (s *Service) depth(collection string) int {
	if schema := s.plan.Schema(collection); schema != nil && schema.Translation() != nil {
		return 1
	}
	return 0
}

// join readies a publication for the transaction of others.
func (s *Service) join(ctx context.Context, caller Caller, p Publication, g *group, i int, now time.Time) (*Entry, error) {
	key := p.Collection + "/" + p.ID
	if g.seen[key] {
		return nil, diag.At(diag.InputValidationFailed, "input#", "The entry is named twice.")
	}
	g.seen[key] = true
	c, err := s.publication(ctx, caller, p)
	if err != nil {
		return nil, err
	}
	for _, r := range g.moved {
		r.join(c)
	}
	if c.isIdle() {
		return shown(c.schema, c.before), nil
	}
	after, err := s.ready(ctx, c, now)
	if err != nil {
		return nil, err
	}
	w, err := s.writeOf(ctx, c, after, now)
	if err != nil {
		return nil, err
	}
	g.add(i, w)
	g.moved, g.changed = append(g.moved, s.rejoins(c, after)...), append(g.changed, prepared{c, after, i})
	return shown(c.schema, after), nil
}

// ofEntry says which of several entries a diagnostic is about.
func ofEntry(i int, err error) error {
	d := *diag.As(err)
	root, place, _ := strings.Cut(d.Path, "#")
	if root != "" && root != "input" {
		place = "/" + root + place
	}
	d.Path = "input#/entries/" + strconv.Itoa(i) + place
	return &d
}

// PublishAs is Service.PublishAs for editors, with a pending draft or without.
func (d StaffEntries) PublishAs(ctx context.Context, p Publication) (*Entry, error) {
	if err := d.caller.NeedRole(principal.Editor); err != nil {
		return nil, err
	}
	return d.service.PublishAs(ctx, d.caller, p)
}

// PublishTogether is Service.PublishTogether for editors.
func (d StaffEntries) PublishTogether(ctx context.Context, all []Publication) ([]*Entry, error) {
	if err := d.caller.NeedRole(principal.Editor); err != nil {
		return nil, err
	}
	return d.service.PublishTogether(ctx, d.caller, all)
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
	return d.service.DiscardDraft(ctx, collection, id, counter)
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
