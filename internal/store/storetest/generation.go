package storetest

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

const externalWrites = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: others }
spec: { title: Others, schema: { type: object } }
`

func testGeneration(t *testing.T, open Opener) {
	f := with(t, open, externalWrites)
	generation := func(s *plan.Schema) uint64 {
		t.Helper()
		number, known := f.store.Generation(s)
		if !known {
			t.Fatal("the generation is not known")
		}
		return number
	}
	other := f.plan.Schema("others")

	t.Run("it stays while nothing is written", func(t *testing.T) {
		before := generation(f.items)
		if f.store.Ping(t.Context()) != nil || generation(f.items) != before {
			t.Error("a read raised it")
		}
	})

	t.Run("every kind of write raises it, and that of no other Schema", func(t *testing.T) {
		expect := content.Expect{Version: 1, Status: content.Draft}
		for _, op := range []content.WriteOp{content.Insert, content.Update, content.Delete} {
			before, beside := generation(f.items), generation(other)
			if err := f.write(op, draft("one", nil), expect); err != nil {
				t.Fatal(err)
			}
			if generation(f.items) <= before || generation(other) != beside {
				t.Errorf("operation %d: from %d to %d, the other Schema's from %d to %d", op, before, generation(f.items), beside, generation(other))
			}
		}
	})

	t.Run("it is not known of a Schema of another plan", func(t *testing.T) {
		if _, known := f.store.Generation(&plan.Schema{}); known {
			t.Error("it is known")
		}
	})
}
