package postgres_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest/wire"
)

const posts = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec:
  title: Posts
  schema:
    type: object
    properties: { title: { type: string } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: titles }
spec: { surface: staff, from: posts }
`

// migrated is a database with the platform's tables.
var migrated = postgrestest.Template{Fill: func(ctx context.Context, url string) error {
	_, err := postgres.Database{URL: url}.Migrate(ctx, new(plan.Plan), false)
	return err
}}

// faulty is a store over a database that something happens to.
type faulty struct {
	t     *testing.T
	plan  *plan.Plan
	store *postgres.Store
}

func openFaulty(t *testing.T, url string) *faulty {
	t.Helper()
	p := plantest.Seal(t, posts)
	f := &faulty{t, p, open(t, url, p)}
	t.Cleanup(func() {
		if err := f.store.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// insert writes a post and its record.
func (f *faulty) insert(id string) error { return f.write(content.Insert, audit.Create, id, 1) }

func (f *faulty) write(op content.WriteOp, action audit.Action, id string, version int64) error {
	schema := f.plan.Schema("posts")
	return f.store.Write(context.Background(), &content.Write{
		Op: op, Schema: schema, Expect: content.Expect{Version: version - 1, Status: content.Draft},
		Entry: &content.Entry{
			ID: id, Collection: "posts", Status: content.Draft, Version: version, Data: map[string]any{"title": id}, CreatedAt: 1, UpdatedAt: version,
		},
		Record: &audit.Record{Action: action, Collection: "posts", Subject: id, Version: version},
	})
}

func (f *faulty) view() error {
	_, err := f.store.View(context.Background(), content.ViewQuery{View: f.plan.View("titles"), Limit: 10}, nil)
	return err
}

// read is the version of a post, 0 without one, and how many records tell of it.
func (f *faulty) read(id string) (version int64, records int) {
	f.t.Helper()
	e, err := f.store.Entry(context.Background(), f.plan.Schema("posts"), id)
	if err != nil && !diag.HasCode(err, diag.NotFound) {
		f.t.Fatal(err)
	}
	if e != nil {
		version = e.Version
	}
	lines, _, err := f.store.AuditRecords(context.Background(), audit.Query{Subject: id, Limit: 100})
	if err != nil {
		f.t.Fatal(err)
	}
	return version, len(lines)
}

// window is the one that calls are counted in.
var window = time.Unix(1_700_000_000, 0)

// count counts a call in a transaction; meanwhile, where it is there, runs in the
// middle of it.
func (f *faulty) count(bucket string, meanwhile func()) error {
	return f.store.Auth().Update(context.Background(), func(tx auth.Tx) error {
		if _, err := tx.Rate(bucket, window); err != nil {
			return err
		}
		if meanwhile != nil {
			meanwhile()
		}
		return tx.CountRate(bucket, window, window.Add(100*365*24*time.Hour))
	})
}

func (f *faulty) counted(bucket string) (n int) {
	f.t.Helper()
	err := f.store.Auth().Update(context.Background(), func(tx auth.Tx) (err error) {
		n, err = tx.Rate(bucket, window)
		return err
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return n
}

// behind is the address of a database through a proxy.
func behind(t *testing.T, direct string) (*wire.Proxy, string) {
	t.Helper()
	config, err := pgconn.ParseConfig(direct)
	if err != nil {
		t.Fatal(err)
	}
	p, err := wire.Listen(t.Context(), fmt.Sprintf("%s:%d", config.Host, config.Port))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p, postgrestest.At(direct, p.Address())
}

// has reports whether a flight has a statement that begins with a text.
func has(f wire.Flight, text string) bool {
	for _, each := range f.Statements {
		if strings.HasPrefix(each, text) {
			return true
		}
	}
	return false
}
