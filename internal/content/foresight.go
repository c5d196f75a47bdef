package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Foresight is what a Bulk would do, as the entry writer's own checks see it now. Hooks
// are not run, and may refuse some of it.
type Foresight struct {
	Entries, Translations BulkPart
	Titles                []string // of the first entries that would be changed
	More                  bool     // there are more entries than were looked at
}

// BulkPart is what becomes of some entries. Served are those that stay
// published.
type BulkPart struct {
	Change, Stay, Served int
	Drafted              int          // of those that change, in a draft beside them
	Reasons              []BulkReason // why some stay, each once
}

// BulkReason is why so many entries stay as they are.
type BulkReason struct {
	Err   error
	Count int
}

const (
	maxForeseenTitles  = 5
	maxForeseenReasons = 5
)

// Foresee says what Bulk would do in all of its calls, and does nothing. It looks at
// 1,000 entries and their translations; those count as staying where the Bulk leaves
// them out.
func (d StaffEntries) Foresee(ctx context.Context, b Bulk) (*Foresight, error) {
	run, err := d.bulk(b)
	if err != nil {
		return nil, err
	}
	run.dry = true
	f, cursor := &Foresight{Titles: []string{}}, ""
	for seen := 0; ; {
		targets, next, err := run.page(ctx, cursor)
		if err != nil {
			return nil, err
		}
		if err := run.each(ctx, targets, func(t bulkTarget, after *Entry, err error) { f.add(run, t, after, err) }); err != nil {
			return nil, err
		}
		seen, cursor = seen+len(targets), next
		if f.More = next != ""; !f.More || seen >= maxForeseen {
			return f, nil
		}
	}
}

func (f *Foresight) add(b *bulkRun, t bulkTarget, after *Entry, err error) {
	if t.of != "" {
		f.Translations.add(b, t, after, err, !b.Translations)
		return
	}
	f.Entries.add(b, t, after, err, false)
	if err == nil && len(f.Titles) < maxForeseenTitles {
		f.Titles = append(f.Titles, t.title)
	}
}

func (p *BulkPart) add(b *bulkRun, t bulkTarget, after *Entry, err error, leftOut bool) {
	left := t.before
	if err == nil && !leftOut {
		p.Change++
		if t.drafted {
			p.Drafted++
		}
		if left = absent; b.move != remove {
			left = after.Status
		}
	} else {
		p.Stay++
	}
	if left == Published {
		p.Served++
	}
	if err != nil && !leftOut {
		p.note(err)
	}
}

// note counts a reason among those that say the same.
func (p *BulkPart) note(err error) {
	for i := range p.Reasons {
		a, b := diag.As(p.Reasons[i].Err), diag.As(err)
		if a.Code == b.Code && a.Path == b.Path && a.Message == b.Message {
			p.Reasons[i].Count++
			return
		}
	}
	if len(p.Reasons) < maxForeseenReasons {
		p.Reasons = append(p.Reasons, BulkReason{err, 1})
	}
}
