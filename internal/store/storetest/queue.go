package storetest

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/queue"
)

// QueueOpener opens an empty store for a plan and the queue in it. The suite
// closes it.
type QueueOpener func(t *testing.T, p *plan.Plan) (content.Store, queue.Store)

// RunQueue runs the suite of queues.
func RunQueue(t *testing.T, open QueueOpener) {
	for name, test := range map[string]func(*queueFixture){
		"Stored": testStored, "Claims": testClaims, "Progress": testProgress, "Settled": testSettled, "Given up": testGivenUp,
		"Contention": testContention, "Refused": testRefusedWrites, "Leases": testLeases, "One that ran out": testRanOut,
		"Large": testLarge, "Clock": testClock, "Waiting": testWaiting, "Status": testStatus,
		"Purges": testPurges, "Purges with a refused write": testRefusedPurges, "Older purges": testOlderPurges,
	} {
		t.Run(name, func(t *testing.T) {
			var q queue.Store
			f := with(t, func(t *testing.T, p *plan.Plan) content.Store {
				var store content.Store
				store, q = open(t, p)
				return store
			})
			test(&queueFixture{f, q})
		})
	}
}

type queueFixture struct {
	*fixture
	queue queue.Store
}

const lease = 10 * time.Second

// event is one for the hooks of an insert.
func event(id string, triggers ...string) *content.Deferred {
	return &content.Deferred{
		ID: "event-" + id, Hook: plan.AfterCreate, Schema: "items", EntryID: id, Triggers: triggers, Body: []byte(`{"a":"字 \u0000"}`),
	}
}

// add inserts an entry with an event.
func (f *queueFixture) add(id string, triggers ...string) {
	f.t.Helper()
	w := &content.Write{Op: content.Insert, Schema: f.items, Entry: draft(id, nil), Event: event(id, triggers...)}
	if err := f.store.Write(context.Background(), w); err != nil {
		f.t.Fatal(err)
	}
}

func (f *queueFixture) claim(limit int, lease time.Duration) []*queue.Claim {
	f.t.Helper()
	claims, err := f.queue.Claim(context.Background(), limit, lease)
	if err != nil {
		f.t.Fatal(err)
	}
	return claims
}

// one claims the only event that is due.
func (f *queueFixture) one(lease time.Duration) *queue.Claim {
	f.t.Helper()
	claims := f.claim(10, lease)
	if len(claims) != 1 {
		f.t.Fatalf("%d events are due, want 1", len(claims))
	}
	return claims[0]
}

func (f *queueFixture) ok(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *queueFixture) list(state queue.State) []queue.Item {
	f.t.Helper()
	items, err := f.queue.List(context.Background(), queue.Query{State: state, Limit: 500})
	f.ok(err)
	return items
}

// settled records outcomes and claims nothing.
func (f *queueFixture) settled(outcomes ...*queue.Outcome) {
	f.t.Helper()
	claims, err := f.queue.Settle(context.Background(), outcomes, 0, lease)
	f.ok(err)
	if claims != nil {
		f.t.Errorf("claimed %v", entriesOf(claims))
	}
	for _, o := range outcomes {
		f.ok(o.Err)
	}
}

// over settles an outcome of a claim that has gone to another worker.
func (f *queueFixture) over(c *queue.Claim, end queue.End) {
	f.t.Helper()
	o := &queue.Outcome{Claim: c, End: end}
	_, err := f.queue.Settle(context.Background(), []*queue.Outcome{o}, 0, lease)
	f.ok(err)
	wantCode(f.t, o.Err, diag.Conflict)
}

func ran(c *queue.Claim) *queue.Outcome { return &queue.Outcome{Claim: c} }

func gaveUp(c *queue.Claim) *queue.Outcome { return &queue.Outcome{Claim: c, End: queue.GaveUp} }

func putOff(c *queue.Claim, again time.Time) *queue.Outcome {
	return &queue.Outcome{Claim: c, End: queue.PutOff, Again: again}
}

func entriesOf(claims []*queue.Claim) (ids []string) {
	for _, c := range claims {
		ids = append(ids, c.EntryID)
	}
	return ids
}

func testStored(f *queueFixture) {
	f.add("a", "first", "second")
	c := f.one(lease)
	if diff := cmp.Diff(*event("a", "first", "second"), c.Deferred); diff != "" || c.Tries != 1 || c.Last != nil {
		f.t.Errorf("claimed %+v: %s", c, diff)
	}
	want := queue.Item{
		Event: "event-a", Hook: "after_create", Schema: "items", EntryID: "a", Triggers: []string{"first", "second"},
		State: queue.Pending, Running: true, Tries: 1,
	}
	got := f.list(queue.Pending)
	if len(got) != 1 || got[0].Key == 0 || time.Until(time.UnixMilli(got[0].Time)) > lease {
		f.t.Fatalf("listed %+v", got)
	}
	got[0].Key, got[0].Time = 0, 0
	if diff := cmp.Diff(want, got[0]); diff != "" {
		f.t.Error(diff)
	}
}

func testProgress(f *queueFixture) {
	f.add("a", "first", "second")
	c := f.one(lease)
	f.settled(ran(c))
	c.Triggers, c.Tries, c.Last = c.Triggers[1:], 4, diag.At(diag.Conflict, "", "No.")
	f.settled(putOff(c, time.Now()))
	c = f.one(lease)
	if diff := cmp.Diff([]string{"second"}, c.Triggers); diff != "" || c.Tries != 5 || c.Last.Code != diag.Conflict {
		f.t.Fatalf("went on with %+v", c)
	}
	f.settled(ran(c))
	f.over(c, queue.Ran)
	if left := f.list(queue.Pending); left != nil {
		f.t.Errorf("left %+v", left)
	}
}

func testGivenUp(f *queueFixture) {
	ctx := context.Background()
	for _, id := range []string{"a", "b"} {
		f.add(id, "first", "second")
		c := f.one(lease)
		c.Last = diag.At(diag.NotFound, "", "Gone.")
		f.settled(gaveUp(c)) // its part alone
		c.Triggers, c.Last = c.Triggers[1:], nil
		f.settled(gaveUp(c)) // the last one
	}
	dead := f.list(queue.Dead)
	if len(dead) != 4 || f.list(queue.Pending) != nil || f.claim(10, lease) != nil {
		f.t.Fatalf("dead are %+v", dead)
	}
	if status := f.status(); status.Pending() != 0 || status.Dead != 4 {
		f.t.Errorf("the status is %+v", status)
	}
	for _, item := range dead {
		if item.State != queue.Dead || len(item.Triggers) != 1 || (item.Triggers[0] == "first") != (item.Diagnostic != nil) {
			f.t.Errorf("dead is %+v", item)
		}
	}
	page, err := f.queue.List(ctx, queue.Query{State: queue.Dead, After: dead[0].Key, Limit: 2})
	if err != nil || !reflect.DeepEqual(page, dead[1:3]) {
		f.t.Errorf("the page is %+v, %v", page, err)
	}

	f.changed(f.queue.Replay, "event-a", 2)
	for _, c := range f.claim(10, lease) {
		if c.Tries != 1 || c.ID != "event-a" || string(c.Body) != string(event("a").Body) {
			f.t.Errorf("replayed as %+v", c)
		}
	}
	f.changed(f.queue.Drop, "event-a", 0) // it is no longer dead
	f.changed(f.queue.Drop, "event-b", 2)
	f.many()
}

// many is more dead events than one transaction takes.
func (f *queueFixture) many() {
	f.t.Helper()
	const all = 1100
	names := make([]string, all)
	for i := range names {
		names[i] = fmt.Sprintf("t%04d", i)
	}
	f.add("many", names...)
	c := f.one(lease)
	for len(c.Triggers) > 0 {
		f.settled(gaveUp(c))
		c.Triggers = c.Triggers[1:]
	}
	f.changed(f.replayAll(queue.Dead), "", all)
	for range 2 {
		for _, c := range f.claim(all/2, lease) {
			f.settled(gaveUp(c))
		}
	}
	f.changed(f.queue.Drop, "", all)
	f.changed(f.queue.Drop, "", 0)
}

// replayAll is ReplayAll with the form of Replay.
func (f *queueFixture) replayAll(state queue.State) func(context.Context, string) (int, error) {
	return func(ctx context.Context, _ string) (int, error) { return f.queue.ReplayAll(ctx, state) }
}

func (f *queueFixture) changed(change func(context.Context, string) (int, error), event string, want int) {
	f.t.Helper()
	if n, err := change(context.Background(), event); n != want || err != nil {
		f.t.Fatalf("changed %d, %v; want %d", n, err, want)
	}
}

// testRefusedWrites: an event is stored with its row or not at all.
func testRefusedWrites(f *queueFixture) {
	ctx := context.Background()
	f.insert(draft("a", map[string]any{"slug": "taken"}))
	later := content.Expect{Version: 7, Status: content.Draft}
	for name, test := range map[string]struct {
		write content.Write
		want  diag.Code
	}{
		"an id that exists": {content.Write{Op: content.Insert, Entry: draft("a", nil), Event: event("a", "first")}, diag.Conflict},
		"a unique index":    {content.Write{Op: content.Insert, Entry: draft("c", map[string]any{"slug": "taken"}), Event: event("c", "first")}, diag.Conflict},
		"another version":   {content.Write{Op: content.Update, Entry: draft("a", nil), Expect: later, Event: event("a", "first")}, diag.Conflict},
		"no such entry":     {content.Write{Op: content.Delete, Entry: draft("none", nil), Expect: later, Event: event("none", "first")}, diag.NotFound},
	} {
		test.write.Schema = f.items
		if err := f.store.Write(ctx, &test.write); !diag.HasCode(err, test.want) {
			f.t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
	if items := f.list(queue.Pending); items != nil {
		f.t.Errorf("stored %+v", items)
	}
	_, err := f.store.Entry(ctx, f.items, "d")
	wantCode(f.t, err, diag.NotFound)
}
