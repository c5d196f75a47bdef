package sqlite

import (
	"fmt"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/store/platform"
)

// An event that cannot be read is claimed, but given to nobody, and holds up
// none behind it, however many are asked for.
func TestAnUnreadableEventHoldsUpNone(t *testing.T) {
	s := opened(t, time.Second)
	for i := range 4 {
		e := content.Deferred{ID: fmt.Sprint(i), Hook: plan.AfterCreate, Schema: "books", EntryID: "a", Triggers: []string{"first"}, Body: []byte(`{}`)}
		s.inWriter(t, func(c *conn) error {
			return c.run(insertEvent, platform.EventArguments(&e, time.UnixMilli(int64(i)))...)
		})
	}
	s.inWriter(t, func(c *conn) error {
		return c.exec(`UPDATE _quartet_outbox SET triggers = '[' WHERE event = '0'; UPDATE _quartet_outbox SET reason = 'no' WHERE event = '2'`)
	})
	claims, err := s.Outbox().Claim(t.Context(), 2, time.Minute)
	if err != nil || len(claims) != 1 || claims[0].ID != "1" {
		t.Fatalf("claimed %+v, %v", claims, err)
	}
	done := []*queue.Outcome{{Claim: claims[0]}}
	if next, err := s.Outbox().Settle(t.Context(), done, 1, time.Minute); len(next) != 0 || err != nil || done[0].Err != nil {
		t.Fatalf("went on with %+v, %v", next, err)
	}
	claims, err = s.Outbox().Claim(t.Context(), 2, time.Minute)
	if err != nil || len(claims) != 1 || claims[0].ID != "3" {
		t.Fatalf("claimed %+v, %v", claims, err)
	}
}

// An event that is longer than a row may be is refused, and its entry with it.
func TestAHugeEventIsRefusedWithItsEntry(t *testing.T) {
	s := opened(t, time.Second)
	schema := s.opts.Plan.Schemas()[0]
	e := &content.Entry{ID: "d", Status: content.Draft, Version: 1, Data: map[string]any{}}
	huge := &content.Deferred{ID: "d", Hook: plan.AfterCreate, Schema: schema.Name(), EntryID: "d", Triggers: []string{"first"}, Body: make([]byte, 9<<20)}
	if err := s.Write(t.Context(), &content.Write{Schema: schema, Op: content.Insert, Entry: e, Event: huge}); !diag.HasCode(err, diag.ResourceExhausted) {
		t.Error(err)
	}
	if _, err := s.Entry(t.Context(), schema, "d"); !diag.HasCode(err, diag.NotFound) {
		t.Errorf("the entry is there: %v", err)
	}
	if items, err := s.Outbox().List(t.Context(), queue.Query{State: queue.Pending, Limit: 10}); len(items) > 0 || err != nil {
		t.Errorf("stored %+v, %v", items, err)
	}
}
