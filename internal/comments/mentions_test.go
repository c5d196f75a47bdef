package comments_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/quartet-dev/quartet/internal/comments"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// threadReads and entryReads count what is read one by one.
type threadReads struct {
	comments.Store
	n int
}

func (r *threadReads) One(ctx context.Context, id string) (*comments.Comment, error) {
	r.n++
	return r.Store.One(ctx, id)
}

type entryReads struct {
	content.Store
	n int
}

func (r *entryReads) Entry(ctx context.Context, schema *plan.Schema, id string) (*content.Entry, error) {
	r.n++
	return r.Store.Entry(ctx, schema, id)
}

// Home asks for them at each visit: a thread is read once, its entry only where it is open, and
// those of long ago are not looked for.
func TestOpenMentionsReadLittle(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.say(cle, "", "Long ago, <@eve>.")
		for range 60 {
			c := d.say(cle, "", "Done, <@eve>?")
			_, err := d.Resolve(d.ctx, cle, d.at, c.ID, true)
			d.wants(err, "", "")
		}
		open := d.say(cle, "", "Is it, <@eve>?")
		d.say(nia, open.ID, "Is it, <@eve>?")

		threads, entries := &threadReads{Store: d.Service.Store}, &entryReads{Store: d.store}
		site, err := content.New(d.ctx, d.site.Plan(), entries, content.Options{Log: slog.New(slog.DiscardHandler)})
		d.wants(err, "", "")
		d.Service.Store, d.Content = threads, site
		found, err := d.OpenMentions(d.ctx, eve, 9)
		d.wants(err, "", "")
		if len(found) != 2 || found[1].ID != open.ID || threads.n != 48 || entries.n != 1 {
			t.Errorf("%d are open, of %d threads and %d entries that were read", len(found), threads.n, entries.n)
		}
	})
}
