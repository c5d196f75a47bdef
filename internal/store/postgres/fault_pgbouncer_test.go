package postgres_test

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

// Behind PgBouncer in transaction mode each transaction has another connection,
// and none keeps a statement: the whole suite holds.
func TestStoreBehindPgBouncer(t *testing.T) {
	server := postgrestest.Start(t, postgrestest.Options{Settings: []string{"max_connections=200"}})
	bouncer := server.PgBouncer(t)
	storetest.Run(t, func(t *testing.T, p *plan.Plan) content.Store {
		direct := server.Database(t)
		s, err := postgres.Open(t.Context(), postgres.Options{URL: withoutStatements(t, postgrestest.At(direct, bouncer)), DirectURL: direct, Plan: p})
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}

// withoutStatements turns prepared statements off, as docs say it.
func withoutStatements(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	values := u.Query()
	values.Set("default_query_exec_mode", "exec")
	u.RawQuery = values.Encode()
	return u.String()
}

// Without an address of the server itself nobody hears notices: a process says that it
// does not know of others' writes, so that no answer is kept, and reads what they wrote.
// They change tables beside each other all the same.
func TestProcessesBehindPgBouncerAlone(t *testing.T) {
	server := postgrestest.Start(t, postgrestest.Options{})
	url := withoutStatements(t, postgrestest.At(server.Database(t), server.PgBouncer(t)))
	p := notesVersion(t, firstNotes, "")
	here, there := opened(t, url, p), opened(t, url, p)
	_ = opened(t, url, notesVersion(t, firstNotes+`, extra: { type: number }`, ""))
	for i := range 5 {
		id := fmt.Sprint("note-", i)
		if err := insertNote(t, here, p, id, nil); err != nil {
			t.Fatal(err)
		}
		if _, known := there.Generation(p.Schema("notes")); known {
			t.Error("an answer would be kept, and nobody would hear that it is old")
		}
		if _, err := there.Entry(t.Context(), p.Schema("notes"), id); err != nil {
			t.Error(err)
		}
	}
}
