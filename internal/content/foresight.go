package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Foresight is what a Bulk would do, as the entry writer's own checks see it now. Hooks
// are not run, and may refuse some of it.
type Foresight struct {
	Entries      BulkPart // those that were asked for: one changes where anything of it does, a translation too
	Translations BulkPart
	Unread       int      // how many of the Entries that a publish changes have translations, and none that is published then
	Behind       []Behind // what refers to the Entries by a value that they have no more then, each property once
	First        []*Entry // that would be changed, at most five, as they are (decision 321)
	More         bool     // there are more entries than were looked at
}

// BulkPart is what becomes of some entries. Served are those that stay
// published.
type BulkPart struct {
	Change, Stay, Served int
	Drafted              int          // of those that change, in a draft beside them
	Same                 int          // of those that stay, as a set wants them already
	Reasons              []BulkReason // why some stay, each once
}

// BulkReason is why so many entries stay as they are.
type BulkReason struct {
	Err   error
	Count int
}

const (
	maxForeseenNamed   = 5
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
	f, cursor := &Foresight{}, ""
	for seen := 0; ; {
		targets, next, err := run.page(ctx, cursor)
		if err != nil {
			return nil, err
		}
		if err := run.each(ctx, targets, func(a *bulkArticle) { f.add(run, a) }); err != nil {
			return nil, err
		}
		seen, cursor = seen+len(targets), next
		if f.More = next != ""; !f.More || seen >= maxForeseen {
			return f, nil
		}
	}
}

func (f *Foresight) add(b *bulkRun, a *bulkArticle) {
	own := outcome{bulkTarget: a.asked}
	for _, o := range a.outcomes {
		if o.of == "" {
			own = o
			continue
		}
		f.Translations.add(b, o, o.err == nil && !o.leftOut)
	}
	if own.leftOut {
		f.Entries.Same++
	}
	changes := a.changed && own.err == nil
	f.Entries.add(b, own, changes)
	if !changes {
		return
	}
	if len(f.First) < maxForeseenNamed {
		f.First = append(f.First, shown(b.schema, a.entry))
	}
	if b.move == publish && len(b.joins()) > 0 && a.languages == 0 {
		f.Unread++
	}
	for _, each := range a.behind {
		f.leave(each)
	}
}

// leave counts what is left behind with what refers by the same property.
func (f *Foresight) leave(b Behind) {
	for i := range f.Behind {
		if each := &f.Behind[i]; each.Property == b.Property {
			each.Count, each.More = each.Count+b.Count, each.More || b.More
			return
		}
	}
	f.Behind = append(f.Behind, b)
}

func (p *BulkPart) add(b *bulkRun, o outcome, changes bool) {
	switch {
	case !changes:
		p.Stay++
	case o.drafted:
		p.Drafted++
		fallthrough
	default:
		p.Change++
	}
	if o.left(b.move) == Published {
		p.Served++
	}
	if o.err != nil {
		p.note(o.err)
	}
}

// left is the status that an entry has then; "" for none.
func (o outcome) left(m move) Status {
	switch {
	case o.after != nil:
		return o.after.Status
	case o.err == nil && !o.leftOut && m == remove:
		return absent
	}
	return o.before
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
