package postgres_test

import (
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
