package postgres_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest/wire"
)

// What a call costs at a distance, counted on the wire: a read waits once, and a
// write once for its statements and once for its COMMIT.
func TestRoundTripsOnTheWire(t *testing.T) {
	proxy, url := behind(t, migrated.URL(t))
	f := openFaulty(t, url+"&pool_max_conns=1&application_name=site")
	prepare := []error{f.view(), f.insert("a"), f.write(content.Update, audit.Update, "a", 2), f.write(content.Delete, audit.Delete, "a", 3), f.insert("b")}
	f.read("b")
	for _, err := range prepare {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name string
		want int
		do   func() error
	}{
		{"a View", 1, f.view},
		{"an entry", 1, func() error { _, err := f.store.Entry(t.Context(), f.plan.Schema("posts"), "b"); return err }},
		{"an insert", 2, func() error { return f.insert("c") }},
		{"an update", 2, func() error { return f.write(content.Update, audit.Update, "c", 2) }},
		{"a delete", 2, func() error { return f.write(content.Delete, audit.Delete, "c", 3) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			trips := tripsOf(t, proxy, "site", test.do)
			if len(trips) != test.want {
				t.Errorf("%d round trips, want %d:\n%v", len(trips), test.want, trips)
			}
		})
	}
}

// tripsOf are the round trips of an application while do runs.
func tripsOf(t *testing.T, p *wire.Proxy, application string, do func() error) (found []wire.Trip) {
	t.Helper()
	stop := p.Record()
	err := do()
	for _, trip := range stop() {
		if trip[0].Application == application {
			found = append(found, trip)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return found
}
