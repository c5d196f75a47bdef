package postgres

import (
	"context"
	"testing"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/audit/history"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/oauth"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/platform"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

// empty is a database with the platform's tables.
var empty = postgrestest.Template{Fill: func(ctx context.Context, url string) error {
	s, err := OpenPlatform(ctx, Options{URL: url})
	if err != nil {
		return err
	}
	return s.Close()
}}

func openedFor(t *testing.T, url string, p *plan.Plan, keep *audit.Retention) *Store {
	t.Helper()
	s, err := Open(t.Context(), Options{URL: url, Plan: p, Retention: keep})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func openedPlatform(t *testing.T, url string) *Store {
	t.Helper()
	s, err := OpenPlatform(t.Context(), Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func peopleIn(t *testing.T, s *Store) storetest.People {
	return storetest.People{Dialect: sqlgen.Postgres, Exec: func(text string, arguments ...any) {
		t.Helper()
		if err := s.pool.use(t.Context(), func(c *conn) error { _, err := c.run(text, arguments...); return err }); err != nil {
			t.Fatal(err)
		}
	}}
}

// again has a store do each unit of work twice.
func again(s *Store) *Store {
	s.Ports = platform.New(storetest.AgainDatabase{Database: units{s}}, s.opts.Log)
	s.sweeper.Close()
	s.sweeper = history.NewSweeper(s.History(), *s.opts.Retention, s.opts.Log)
	return s
}

// The ports over the platform's tables do what they do on SQLite, also where each
// unit of work is done again.
func TestPorts(t *testing.T) {
	for name, as := range map[string]func(*Store) *Store{"once": func(s *Store) *Store { return s }, "again": again} {
		t.Run(name, func(t *testing.T) { runPorts(t, as) })
	}
}

func runPorts(t *testing.T, as func(*Store) *Store) {
	t.Run("Auth", func(t *testing.T) {
		storetest.RunAuth(t, func(t *testing.T) auth.Store { return as(openedPlatform(t, empty.URL(t))).Auth() })
	})
	t.Run("OAuth", func(t *testing.T) {
		storetest.RunOAuth(t, func(t *testing.T) (oauth.Store, storetest.People) {
			s := as(openedPlatform(t, empty.URL(t)))
			return s.OAuth(), peopleIn(t, s)
		})
	})
	t.Run("Media", func(t *testing.T) {
		storetest.RunMedia(t, func(t *testing.T, p *plan.Plan) (content.Store, media.Store) {
			s := as(openedFor(t, empty.URL(t), p, nil))
			return s, s.Media()
		})
	})
	t.Run("Queue", func(t *testing.T) {
		storetest.RunQueue(t, func(t *testing.T, p *plan.Plan) (content.Store, queue.Store) {
			s := as(openedFor(t, empty.URL(t), p, nil))
			return s, s.Outbox()
		})
	})
	t.Run("Audit", func(t *testing.T) {
		storetest.RunAudit(t, func(t *testing.T, p *plan.Plan, keep audit.Retention) (content.Store, storetest.AuditLog) {
			s := as(openedFor(t, empty.URL(t), p, &keep))
			return s, s
		})
	})
}
