package postgres

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/oauth"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

// scratch is a database that each test of a suite finds empty, which takes less
// time than one for each.
type scratch string

func newScratch(t *testing.T) scratch { return scratch(postgrestest.URL(t)) }

// clear leaves the platform's tables, without rows.
const clear = `DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
    IF name NOT LIKE '\_quartet\_%' AND name <> 'site_config' THEN
      EXECUTE format('DROP TABLE %I CASCADE', name);
    ELSIF name NOT IN ('_quartet_migrations', '_quartet_program', '_quartet_mark', '_quartet_sweep') THEN
      EXECUTE format('DELETE FROM %I', name);
    END IF;
  END LOOP;
END $$;
UPDATE _quartet_sweep SET seen = 0, versions = 0, lines = 0, told = 0;
SELECT setval('_quartet_audit_key_seq', 1, false), setval('_quartet_outbox_key_seq', 1, false)`

// empty is the address, once there is nothing in the database.
func (at scratch) empty(t *testing.T) string {
	t.Helper()
	s := openedPlatform(t, string(at))
	if err := s.pool.use(t.Context(), func(c *conn) error { return c.exec(clear) }); err != nil {
		t.Fatal(err)
	}
	return string(at)
}

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

// The ports over the platform's tables do what they do on SQLite.
func TestPorts(t *testing.T) {
	empty := newScratch(t).empty
	t.Run("Auth", func(t *testing.T) {
		storetest.RunAuth(t, func(t *testing.T) auth.Store { return openedPlatform(t, empty(t)).Auth() })
	})
	t.Run("OAuth", func(t *testing.T) {
		storetest.RunOAuth(t, func(t *testing.T) (oauth.Store, storetest.People) {
			s := openedPlatform(t, empty(t))
			return s.OAuth(), peopleIn(t, s)
		})
	})
	t.Run("Media", func(t *testing.T) {
		storetest.RunMedia(t, func(t *testing.T, p *plan.Plan) (content.Store, media.Store) {
			s := openedFor(t, empty(t), p, nil)
			return s, s.Media()
		})
	})
	t.Run("Queue", func(t *testing.T) {
		storetest.RunQueue(t, func(t *testing.T, p *plan.Plan) (content.Store, queue.Store) {
			s := openedFor(t, empty(t), p, nil)
			return s, s.Outbox()
		})
	})
	t.Run("Audit", func(t *testing.T) {
		storetest.RunAudit(t, func(t *testing.T, p *plan.Plan, keep audit.Retention) (content.Store, storetest.AuditLog) {
			s := openedFor(t, empty(t), p, &keep)
			return s, s
		})
	})
}
