package releases

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Obstacle is why an entry of a release cannot be published, and Reason what a caller may
// know of that.
type (
	Obstacle = moves.Obstacle
	Reason   = moves.Reason
)

// Publish publishes a release now, for editors. seen are its entries in the versions that
// the caller saw, a Draft of 0 for none, or nil for whatever they are. A refusal that is
// about entries is a CONFLICT at input#/entries whose Value is a list of every Obstacle.
func (s *Service) Publish(ctx context.Context, caller content.Caller, id string, seen []content.Publication) ([]*content.Entry, error) {
	if err := caller.NeedRole(principal.Editor); err != nil {
		return nil, err
	}
	r, err := s.found(ctx, id)
	if err != nil {
		return nil, err
	}
	all := r.publications(nil)
	if seen != nil {
		if !r.holds(seen) {
			return nil, content.ReleaseChanged()
		}
		all = asSeen(seen)
	}
	return s.publish(ctx, caller, r, all, "")
}

// asSeen has a draft be in the way that has come to an entry which was seen without one.
func asSeen(seen []content.Publication) []content.Publication {
	all := slices.Clone(seen)
	for i := range all {
		if all[i].Draft == 0 {
			all[i].Allow = content.WithoutDraft
		}
	}
	return all
}

// publications are the entries of a release in any version.
func (r *Release) publications(allow func(Item) content.Allow) []content.Publication {
	all := make([]content.Publication, len(r.Items))
	for n, i := range r.Items {
		all[n] = content.Publication{Collection: i.Collection, ID: i.Entry}
		if allow != nil {
			all[n].Allow = allow(i)
		}
	}
	return all
}

// holds reports whether the entries that somebody names are those of the release.
func (r *Release) holds(all []content.Publication) bool {
	named := make(map[Named]bool, len(all))
	for _, p := range all {
		named[Named{p.Collection, p.ID}] = true
	}
	for _, i := range r.Items {
		if !named[Named{i.Collection, i.Entry}] {
			return false
		}
	}
	return len(all) == len(r.Items)
}

func (s *Service) publish(ctx context.Context, caller content.Caller, r *Release, all []content.Publication, move string) ([]*content.Entry, error) {
	if r.IsPublished() {
		return nil, published()
	}
	if len(all) == 0 {
		return nil, empty()
	}
	end := content.ReleaseEnd{ID: r.ID, Version: r.Version, By: caller.Actor().ID, Move: move}
	entries, obstacles, err := s.Content.StaffEntries(caller).PublishRelease(ctx, all, end)
	if err == nil {
		err = s.refusal(ctx, r, all, obstacles, move != "")
	}
	if err != nil {
		return nil, err
	}
	return entries, nil
}

func empty() *diag.Diagnostic {
	d := diag.At(diag.Conflict, "input#/entries", "The release has no entries.")
	d.Suggestion = "Add the entries that are to be published together."
	return d
}

// refusal is one diagnostic of all obstacles. One after which another try may help is told
// as it is, so that the try is made.
func (s *Service) refusal(ctx context.Context, r *Release, all []content.Publication, found []content.Obstacle, scheduled bool) error {
	if len(found) == 0 {
		return nil
	}
	list := make([]Obstacle, len(found))
	for n, o := range found {
		if moves.MayPass(o.Err) || scheduled && moves.IsOvertaken(o.Err) {
			return o.Err
		}
		p := all[o.Index]
		list[n] = moves.ObstacleOf(p.Collection, p.ID, s.title(ctx, r, Named{p.Collection, p.ID}), o.Err)
	}
	d := moves.Refused(list, "input#/entries", inTheWay(list, len(r.Items)))
	d.Suggestion = "Fix these entries, or take them out of the release."
	return d
}

func inTheWay(list []Obstacle, of int) string {
	if len(list) == 1 {
		return "“" + list[0].Title + "” cannot be published, so nothing of the release was: " + list[0].Reason.Message
	}
	return strconv.Itoa(len(list)) + " of " + strconv.Itoa(of) + " entries cannot be published, so nothing of the release was."
}

// title is what an entry is called: when it was added, where it is gone.
func (s *Service) title(ctx context.Context, r *Release, n Named) string {
	if e, err := s.Content.Get(ctx, n.Collection, n.Entry); err == nil {
		return content.Shortened(content.Title(s.Content.Plan().Schema(e.Collection), e.ID, e.Data), maxTitle)
	}
	for _, i := range r.Items {
		if i.Collection == n.Collection && i.Entry == n.Entry {
			return i.Title
		}
	}
	return n.Entry
}

// Schedule has a release published at a time, in the place of another time, for editors.
// The errors are those of moves.Service.SetRelease, and CONFLICT for a release that has no
// entries, or is published.
func (s *Service) Schedule(ctx context.Context, caller content.Caller, id string, due time.Time, zone string) error {
	if err := caller.NeedRole(principal.Editor); err != nil {
		return err
	}
	r, err := s.found(ctx, id)
	switch {
	case err != nil:
		return err
	case r.IsPublished():
		return published()
	case r.Count == 0:
		return empty()
	}
	_, err = s.Moves.SetRelease(ctx, caller, r.ID, due, zone)
	return err
}

// Unschedule takes the time of a release back, one that failed too, for editors. What goes
// out at that moment goes out whole, or the time is taken back and nothing does: CONFLICT at
// input#/at for a release that is published, NOT_FOUND for one that has no time.
func (s *Service) Unschedule(ctx context.Context, caller content.Caller, id string) error {
	if err := caller.NeedRole(principal.Editor); err != nil {
		return err
	}
	if _, err := s.found(ctx, id); err != nil {
		return err
	}
	err := s.Moves.Cancel(ctx, caller, "", id, moves.Release)
	if !diag.HasCode(err, diag.NotFound) {
		return err
	}
	if r, failure := s.found(ctx, id); failure != nil || r.IsPublished() { // or gone out since it was asked for
		return cmp.Or(failure, error(out()))
	}
	return err
}

func out() *diag.Diagnostic {
	return diag.At(diag.Conflict, "input#/at", "The release is published already, so its time cannot be taken back.")
}

// PublishDue implements moves.Releases. A release that is gone, or published, leaves nothing
// to do.
func (s *Service) PublishDue(ctx context.Context, caller content.Caller, m *moves.Move, seen func(since time.Time) content.Allow) error {
	r, err := s.found(ctx, m.Entry)
	if diag.HasCode(err, diag.NotFound) || err == nil && r.IsPublished() {
		return s.Moves.Store.End(ctx, m.ID)
	}
	if err != nil {
		return err
	}
	all := r.publications(func(i Item) content.Allow {
		if i.AddedAt.After(m.SetAt) {
			return seen(i.AddedAt)
		}
		return seen(m.SetAt)
	})
	_, err = s.publish(ctx, caller, r, all, m.ID)
	return err
}

// Name implements moves.Releases.
func (s *Service) Name(ctx context.Context, id string) string {
	r, err := s.found(ctx, id)
	if err != nil {
		return id
	}
	return r.Name
}
