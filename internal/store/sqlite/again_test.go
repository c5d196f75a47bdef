package sqlite

import (
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/audit/history"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/store/platform"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

// A database may do a unit of work again, when it could not commit it. What the
// ports and the sweep do then is the same (decision 210).
func TestWorkMayBeDoneAgain(t *testing.T) {
	t.Run("Auth", func(t *testing.T) {
		storetest.RunAuth(t, func(t *testing.T) auth.Store { return again(openedPlatform(t)).Auth() })
	})
	t.Run("Media", func(t *testing.T) {
		storetest.RunMedia(t, func(t *testing.T, p *plan.Plan) (content.Store, media.Store) {
			store := again(openedFor(t, p, nil))
			return store, store.Media()
		})
	})
	t.Run("Queue", func(t *testing.T) {
		storetest.RunQueue(t, func(t *testing.T, p *plan.Plan) (content.Store, queue.Store) {
			store := again(openedFor(t, p, nil))
			return store, store.Outbox()
		})
	})
	t.Run("Audit", func(t *testing.T) {
		storetest.RunAudit(t, func(t *testing.T, p *plan.Plan, keep audit.Retention) (content.Store, storetest.AuditLog) {
			store := again(openedFor(t, p, &keep))
			return store, store
		})
	})
}

func openedFor(t *testing.T, p *plan.Plan, keep *audit.Retention) *Store {
	t.Helper()
	store, err := Open(t.Context(), Options{Path: filepath.Join(t.TempDir(), "site.db"), Plan: p, Retention: keep, Unsynced: true})
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// again has a store do each unit of work twice.
func again(s *Store) *Store {
	s.Ports = platform.New(storetest.AgainDatabase{Database: units{s.readers, s.writer}}, s.opts.Log)
	s.sweeper.Close()
	s.sweeper = history.NewSweeper(s.History(), *s.opts.Retention, s.opts.Log)
	return s
}
