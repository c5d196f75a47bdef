package storetest

import (
	"context"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/queue"
)

// show inserts an entry that shows on the public pages.
func (f *queueFixture) show(id string) {
	f.t.Helper()
	w := &content.Write{Op: content.Insert, Schema: f.items, Entry: draft(id, nil), Purge: true}
	f.ok(f.store.Write(context.Background(), w))
}

// waiting wants so many purges that no worker holds, and gives their ids.
func (f *queueFixture) waiting(want int) (ids []string) {
	f.t.Helper()
	for _, item := range f.list(queue.Pending) {
		if item.Hook == string(content.Purge) && !item.Running {
			ids = append(ids, item.Event)
		}
	}
	if len(ids) != want {
		f.t.Fatalf("%d purges wait, want %d: %+v", len(ids), want, f.list(queue.Pending))
	}
	return ids
}

// begun claims the purge that waits, which is made due first.
func (f *queueFixture) begun() *queue.Claim {
	f.t.Helper()
	f.changed(f.queue.Replay, f.waiting(1)[0], 1)
	return f.one(lease)
}

// testPurges: many writes are one purge, and none relies on a purge that may have
// begun before it was durable.
func testPurges(f *queueFixture) {
	f.show("a")
	f.show("b")
	f.ok(f.queue.Purge(context.Background()))
	f.waiting(1)
	if early := f.claim(10, lease); early != nil {
		f.t.Errorf("due at once: %+v", early)
	}

	first := f.begun()
	want := content.Deferred{ID: first.ID, Hook: "purge", Triggers: []string{"cdn"}, Body: []byte{}}
	if diff := cmp.Diff(want, first.Deferred); diff != "" || first.Tries != 1 {
		f.t.Errorf("claimed %+v: %s", first, diff)
	}
	f.show("c")
	f.show("d")
	f.waiting(1)

	// One that waits for another try soon is as good as a new one, one that waits
	// for long is not, nor is one that is due: a worker may be about to begin it.
	second := f.begun()
	f.settled(ran(first), putOff(second, time.Now().Add(queue.PurgeReach/2)))
	f.show("e")
	f.waiting(1)
	second = f.begun()
	f.settled(putOff(second, time.Now().Add(2*queue.PurgeReach)))
	f.show("f")
	f.waiting(2)
	for _, id := range f.waiting(2) {
		f.changed(f.queue.Replay, id, 1)
	}
	f.show("g")
	f.waiting(3)
}

// testRefusedPurges: a purge is stored with its row or not at all, and a write
// that relies on one that is there takes nothing of others along.
func testRefusedPurges(f *queueFixture) {
	ctx := context.Background()
	f.insert(draft("a", nil))
	refused := func() {
		f.t.Helper()
		w := &content.Write{Op: content.Insert, Schema: f.items, Entry: draft("a", nil), Purge: true, Record: &audit.Record{
			Time: 1, Surface: audit.REST, Action: audit.Create, Subject: "a",
		}}
		wantCode(f.t, f.store.Write(ctx, w), diag.Conflict)
	}
	refused()
	f.waiting(0)
	f.add("b", "first")
	f.show("c")
	before := f.list(queue.Pending)
	refused()
	if diff := cmp.Diff(before, f.list(queue.Pending)); diff != "" {
		f.t.Error(diff)
	}
}

// testOlderPurges: a purge covers those before it that no worker holds, dead or
// waiting, and nothing else.
func testOlderPurges(f *queueFixture) {
	ctx := context.Background()
	f.add("hook", "first")
	var claims []*queue.Claim
	f.settled(gaveUp(f.one(lease)))
	for _, id := range []string{"dead", "waits", "held", "present", "newer"} {
		f.show(id)
		claims = append(claims, f.begun())
	}
	far := time.Now().Add(time.Hour)
	f.settled(gaveUp(claims[0]), putOff(claims[1], far), putOff(claims[4], far))
	f.ok(f.queue.Supersede(ctx, claims[3].ID))

	if dead := f.list(queue.Dead); len(dead) != 1 || dead[0].EntryID != "hook" {
		f.t.Errorf("dead: %+v", dead)
	}
	var left []string
	for _, item := range f.list(queue.Pending) {
		left = append(left, item.Event)
	}
	if diff := cmp.Diff([]string{claims[2].ID, claims[3].ID, claims[4].ID}, left); diff != "" {
		f.t.Error(diff)
	}
	f.ok(f.queue.Supersede(ctx, "none"))
}
