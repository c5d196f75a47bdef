package moves

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Batch are moves of several entries that somebody sets at once (decision 312). The entries
// are as they were seen, with a Version of 0 for any.
type Batch struct {
	Entries   []content.Publication
	Direction Direction
	Due       time.Time
	Zone      string // IANA
}

// SetTogether sets a move for each of several entries, for editors, such as the parts of an
// article: all are made at their time in one transaction, or none. What was set for one of
// them in this direction is replaced, and leaves its own batch. The errors are those of Set;
// one of an entry says which at input#/entries/<n>.
func (s *Service) SetTogether(ctx context.Context, caller content.Caller, b Batch) ([]*Move, error) {
	if err := (Wanted{Direction: b.Direction, Due: b.Due, Zone: b.Zone}).check(caller, s.Now()); err != nil {
		return nil, err
	}
	if len(b.Entries) == 0 || len(b.Entries) > content.MaxTogether {
		d := diag.At(diag.InputValidationFailed, "input#/entries", "Too few or too many entries to set a time for.")
		d.Expected = "1 to " + strconv.Itoa(content.MaxTogether)
		return nil, d
	}
	all := make([]*Move, len(b.Entries))
	for i, p := range b.Entries {
		e, err := s.settable(ctx, caller, b, i)
		if err != nil {
			return nil, content.OfEntry(i, err)
		}
		all[i] = s.newMove(caller, Wanted{Collection: e.Collection, Entry: p.ID, Direction: b.Direction, Due: b.Due, Zone: b.Zone})
	}
	together(all)
	return all, diag.Attempted(s.Store.Set(ctx, all...), "store scheduled moves")
}

// settable is one of the entries of a batch as it is now.
func (s *Service) settable(ctx context.Context, caller content.Caller, b Batch, i int) (*content.Entry, error) {
	p := b.Entries[i]
	for _, before := range b.Entries[:i] {
		if before.Collection == p.Collection && before.ID == p.ID {
			return nil, diag.At(diag.InputValidationFailed, "input#", "The entry is named twice.")
		}
	}
	e, err := s.Content.StaffEntries(caller).Seen(ctx, p)
	if err == nil {
		err = s.hasDrafts(e)
	}
	if err == nil && b.Direction == Publish && e.Status == content.Archived {
		err = diag.At(diag.Conflict, "data#/status", "An entry that is archived cannot be published.")
	}
	return e, err
}

// hasDrafts refuses entries that are always published.
func (s *Service) hasDrafts(e *content.Entry) error {
	if s.Content.Plan().Schema(e.Collection).Lifecycle() != plan.Publishing {
		return diag.At(diag.Conflict, "input#/direction", "Entries of this collection have no drafts, so there is nothing to publish.")
	}
	return nil
}

// together makes moves one batch.
func together(all []*Move) {
	if len(all) == 1 {
		return // it is made alone
	}
	batch := uuid.Must(uuid.NewV7()).String()
	for i, m := range all {
		m.Batch, m.Place = batch, i
	}
}

// Reset gives the moves with a Key another time, for editors, those that failed too: all of
// them or none. NOT_FOUND where there are none.
func (s *Service) Reset(ctx context.Context, caller content.Caller, key string, due time.Time, zone string) (now []*Move, err error) {
	if err := (Wanted{Due: due, Zone: zone}).checkTime(caller, s.Now()); err != nil {
		return nil, err
	}
	err = s.replace(ctx, key, func(batch []*Move) []*Move {
		now = make([]*Move, len(batch))
		for i, m := range batch {
			now[i] = s.newMove(caller, Wanted{Collection: m.Collection, Entry: m.Entry, Direction: m.Direction, Due: due, Zone: zone})
		}
		together(now)
		return now
	})
	return now, err
}

// TakeBack takes the moves with a Key back, for editors, those that failed too: all of them
// or none, and tells them. NOT_FOUND where there are none.
func (s *Service) TakeBack(ctx context.Context, caller content.Caller, key string) (taken []*Move, err error) {
	if err := caller.NeedRole(principal.Editor); err != nil {
		return nil, err
	}
	err = s.replace(ctx, key, func(batch []*Move) []*Move {
		taken = batch
		return nil
	})
	if err != nil {
		return nil, err
	}
	return taken, nil
}

// maxKey is how long a Key may be that somebody names.
const maxKey = 255

// replace puts others in the place of the moves with a Key, as they are in the transaction
// that does so.
func (s *Service) replace(ctx context.Context, key string, by func([]*Move) []*Move) error {
	if len(key) > maxKey || !jsonvalue.ValidString(key) { // no database can be asked for it
		return noMove()
	}
	for range attempts {
		batch, err := s.Store.Batch(ctx, key)
		if err != nil || len(batch) == 0 {
			return cmp.Or(err, error(noMove()))
		}
		there, err := s.Store.Replace(ctx, idsOf(batch), by(batch)...)
		if err != nil || there {
			return diag.Attempted(err, "store scheduled moves")
		}
	}
	return content.MovesChanged()
}

func idsOf(batch []*Move) []string {
	ids := make([]string, len(batch))
	for i, m := range batch {
		ids[i] = m.ID
	}
	return ids
}

// moveTogether makes the moves of a batch as it is now. One whose entry was deleted is not
// among them any more (decision 313).
func (s *Service) moveTogether(ctx context.Context, caller content.Caller, key string) error {
	batch, err := s.Store.Batch(ctx, key)
	if len(batch) == 0 || err != nil { // made or taken back meanwhile
		return err
	}
	t := content.Together{Unpublish: batch[0].Direction == Unpublish, Moves: idsOf(batch)}
	for _, m := range batch {
		p := content.Publication{Collection: m.Collection, ID: m.Entry}
		if m.Direction == Publish {
			p.Allow = s.checkSeen(m, m.SetAt)
		}
		t.All = append(t.All, p)
	}
	made, found, err := s.Content.StaffEntries(caller).MoveTogether(ctx, t)
	switch {
	case err != nil:
		return err
	case len(found) > 0:
		return s.refusal(ctx, batch, found)
	case !made: // by hand
		return s.Store.End(ctx, key)
	}
	return nil
}

// refusal is one diagnostic of all that is in the way of a batch. One after which another try
// may help is told as it is, so that the try is made.
func (s *Service) refusal(ctx context.Context, batch []*Move, found []content.Obstacle) error {
	list := make([]Obstacle, len(found))
	for i, o := range found {
		if MayPass(o.Err) || IsOvertaken(o.Err) {
			return o.Err
		}
		m := batch[o.Index]
		list[i] = ObstacleOf(m.Collection, m.Entry, s.title(ctx, m), o.Err)
		if e, err := s.Content.Get(ctx, m.Collection, m.Entry); err == nil {
			list[i].Locale = e.Locale()
		}
	}
	return Refused(list, "input#/entries", inTheWay(batch[0].Direction, list, len(batch)))
}

func inTheWay(d Direction, list []Obstacle, of int) string {
	done := map[Direction]string{Publish: "published", Unpublish: "unpublished"}[d]
	first := list[0].named() + " cannot be " + done + ", so nothing was " + done + ": " + list[0].Reason.Message
	if len(list) == 1 {
		return first
	}
	return strconv.Itoa(len(list)) + " of " + strconv.Itoa(of) + " entries are in the way. " + first
}

// Heads are the first of each batch, in the order of the list.
func Heads(all []*Move) (heads []*Move, of map[string][]*Move) {
	of = make(map[string][]*Move)
	for _, m := range all {
		if of[m.Key()] == nil {
			heads = append(heads, m)
		}
		of[m.Key()] = append(of[m.Key()], m)
	}
	return heads, of
}

// OfArticle are the moves of an entry and of its translations, each batch once, for whoever
// may read it.
func (s *Service) OfArticle(ctx context.Context, caller content.Caller, collection, entry string) (all []*Move, err error) {
	parts, err := s.Content.StaffEntries(caller).WithTranslations(ctx, collection, entry)
	if err != nil {
		return nil, err
	}
	for _, e := range parts {
		found, err := s.Store.OfEntry(ctx, e.Collection, e.ID)
		if err != nil {
			return nil, err
		}
		for _, m := range found {
			if !slices.ContainsFunc(all, func(known *Move) bool { return known.ID == m.ID }) {
				all = append(all, m)
			}
		}
	}
	return all, nil
}
