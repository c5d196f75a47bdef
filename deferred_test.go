package quartet_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/diag"
)

// afterwards hooks the guest book once a greeting is stored.
var afterwards = strings.ReplaceAll(probe, "before_create", "after_create")

func startAfterwards(t *testing.T, o quartet.Options, handle quartet.Handler) *quartet.Service {
	t.Helper()
	o.Handlers = quartet.Handlers{"words.count": quartet.Handle(countWords), "probe": handle}
	return start(t, o, map[string]string{"manifests/probe.yaml": afterwards})
}

// Events: deferred hooks run after the write, with the stored data as input and
// on behalf of its caller.
func TestADeferredHookKnowsItsEvent(t *testing.T) {
	type seen struct {
		quartet.Event
		User  quartet.User
		Input map[string]any
	}
	ran := make(chan seen, 1)
	s := startAfterwards(t, quartet.Options{}, func(_ context.Context, c *quartet.Context, input map[string]any) (any, error) {
		ran <- seen{*c.Event, *c.User, input}
		return nil, nil
	})
	made, err := s.Entries("greetings").As(quartet.Caller{User: &quartet.User{ID: "ada"}}).CreateDraft(t.Context(), greeting)
	if err != nil {
		t.Fatal(err)
	}
	got := <-ran
	want := seen{quartet.Event{ID: got.ID, Trigger: "probe-greetings", Hook: "after_create", Schema: "greetings", Entry: made.Row()}, quartet.User{ID: "ada"}, greeting}
	if diff := cmp.Diff(want, got); diff != "" || got.ID == "" {
		t.Error(diff)
	}
}

// An observer may want to know that a try begins, and not how it ends.
func TestAnObserverOfBeginnings(t *testing.T) {
	begun, ran := make(chan string, 1), make(chan bool, 1)
	observer := func(ctx context.Context, d quartet.Delivery) (context.Context, func(error)) {
		begun <- d.Hook
		return ctx, nil
	}
	s := startAfterwards(t, quartet.Options{DeliveryObserver: observer}, func(context.Context, *quartet.Context, map[string]any) (any, error) {
		ran <- true
		return nil, nil
	})
	if _, err := s.Entries("greetings").CreateDraft(t.Context(), greeting); err != nil {
		t.Fatal(err)
	}
	if hook := <-begun; hook != "after_create" || !<-ran {
		t.Error(hook)
	}
	for {
		health, err := s.Health(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if health.Deliveries.Delivered == 1 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// What waits for another try can be replayed, too: it is due now, as if it had
// never been tried.
func TestWaitingHooksAreReplayed(t *testing.T) {
	dir := t.TempDir()
	s := startAfterwards(t, quartet.Options{Dir: dir}, func(context.Context, *quartet.Context, map[string]any) (any, error) {
		return nil, errors.New("no")
	})
	for range 2 {
		if _, err := s.Entries("greetings").CreateDraft(t.Context(), greeting); err != nil {
			t.Fatal(err)
		}
	}
	tried := func(items []quartet.DeferredItem) bool {
		return len(items) == 2 && items[0].Diagnostic != nil && items[1].Diagnostic != nil
	}
	waiting := awaitItems(t, s.Deferred(), quartet.DeferredPending, tried)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	beside, err := quartet.OpenDeferred(t.Context(), quartet.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer beside.Close()
	if err := beside.Replay(t.Context(), waiting[0].Event); err != nil {
		t.Error(err)
	}
	if n, err := beside.ReplayAll(t.Context()); n != 0 || err != nil {
		t.Errorf("replayed %d that are dead, %v", n, err)
	}
	if _, err := beside.ReplayWaiting(t.Context()); err != nil {
		t.Error(err)
	}
	items, err := beside.List(t.Context(), quartet.DeferredQuery{State: quartet.DeferredPending})
	if err != nil || len(items) != 2 || items[0].Tries != 0 {
		t.Fatalf("left are %+v, %v", items, err)
	}
	for _, item := range items {
		if time.UnixMilli(item.Time).After(time.Now()) {
			t.Errorf("still waits: %+v", item)
		}
	}
}

// Deferred queue: what is dead names its diagnostic, and is listed, replayed
// and dropped, by the service and beside it.
func TestDeferred(t *testing.T) {
	dir := t.TempDir()
	first := startAfterwards(t, quartet.Options{Dir: dir}, func(context.Context, *quartet.Context, map[string]any) (any, error) {
		return nil, errors.New("no")
	})
	for range 2 {
		if _, err := first.Entries("greetings").CreateDraft(t.Context(), greeting); err != nil {
			t.Fatal(err)
		}
	}
	awaitItems(t, first.Deferred(), quartet.DeferredPending, func(items []quartet.DeferredItem) bool {
		return len(items) == 2 && items[0].Diagnostic != nil && items[1].Diagnostic != nil
	})
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}

	// The Trigger is removed, so its events die at their next try.
	s := start(t, quartet.Options{Dir: dir}, nil)
	dead := awaitItems(t, s.Deferred(), quartet.DeferredDead, func(items []quartet.DeferredItem) bool { return len(items) == 2 })
	for _, item := range dead {
		if item.Diagnostic.Code != diag.NotFound || item.Hook != "after_create" || item.Schema != "greetings" || item.Triggers[0] != "probe-greetings" {
			t.Errorf("dead is %+v", item)
		}
	}

	beside, err := quartet.OpenDeferred(t.Context(), quartet.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer beside.Close()
	for _, queue := range []*quartet.Deferred{s.Deferred(), beside} {
		if err := queue.Replay(t.Context(), dead[0].Event); err != nil {
			t.Error(err)
		}
		awaitItems(t, s.Deferred(), quartet.DeferredDead, func(items []quartet.DeferredItem) bool { return len(items) == 2 })
	}
	if n, err := beside.ReplayAll(t.Context()); n != 2 || err != nil {
		t.Error(n, err)
	}
	awaitItems(t, beside, quartet.DeferredDead, func(items []quartet.DeferredItem) bool { return len(items) == 2 })
	if err := beside.Drop(t.Context(), dead[0].Event); err != nil {
		t.Error(err)
	}
	for name, event := range map[string]string{"dropped": dead[0].Event, "unknown": "x", "no": ""} {
		if err := s.Deferred().Drop(t.Context(), event); quartet.CodeOf(err) != diag.NotFound {
			t.Errorf("dropping a %s event: %v", name, err)
		}
		if err := s.Deferred().Replay(t.Context(), event); quartet.CodeOf(err) != diag.NotFound {
			t.Errorf("replaying a %s event: %v", name, err)
		}
	}
	if n, err := s.Deferred().DropAll(t.Context()); n != 1 || err != nil {
		t.Error(n, err)
	}
}

func awaitItems(t *testing.T, queue *quartet.Deferred, state quartet.DeferredState, enough func([]quartet.DeferredItem) bool) []quartet.DeferredItem {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		items, err := queue.List(t.Context(), quartet.DeferredQuery{State: state})
		if err != nil {
			t.Fatal(err)
		}
		if enough(items) {
			return items
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s are %+v", state, items)
		}
	}
}

func TestDeferredQueriesThatAreRefused(t *testing.T) {
	s := start(t, quartet.Options{}, nil)
	for _, q := range []quartet.DeferredQuery{{}, {State: "lost"}, {State: quartet.DeferredDead, Limit: 501}, {State: quartet.DeferredDead, Limit: -1}} {
		if _, err := s.Deferred().List(t.Context(), q); quartet.CodeOf(err) != diag.InputValidationFailed {
			t.Errorf("%+v: %v", q, err)
		}
	}
}

// A site that never ran has no queue, and looking for it makes no database.
func TestDeferredOfASiteThatNeverRan(t *testing.T) {
	dir := t.TempDir()
	queue, err := quartet.OpenDeferred(t.Context(), quartet.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	items, err := queue.List(t.Context(), quartet.DeferredQuery{State: quartet.DeferredPending})
	if len(items) != 0 || err != nil {
		t.Error(items, err)
	}
	if n, err := queue.DropAll(t.Context()); n != 0 || err != nil {
		t.Error(n, err)
	}
	if err := queue.Close(); err != nil {
		t.Error(err)
	}
	if _, err := quartet.OpenDeferred(t.Context(), quartet.Options{Dir: dir, Database: "nonsense:"}); err == nil {
		t.Error("broken settings are opened")
	}
}

// A seed run beside a server delivers nothing: its program may lack the
// handlers.
func TestSeedingDeliversNothing(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"manifests/guest-book.yaml": guestBook, "manifests/probe.yaml": afterwards,
		"seed/one.yaml": "{ collection: greetings, data: { name: Ada, text: Hello } }",
	}
	if _, err := quartet.Seed(t.Context(), quartet.Options{Dir: dir, FS: folder(files)}, nil); err != nil {
		t.Fatal(err)
	}
	queue, err := quartet.OpenDeferred(t.Context(), quartet.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer queue.Close()
	items, err := queue.List(t.Context(), quartet.DeferredQuery{State: quartet.DeferredPending})
	if len(items) != 1 || items[0].Tries != 0 || err != nil {
		t.Errorf("%+v %v", items, err)
	}
}
