package sqlite_test

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(doomed); path != "" {
		writeUntilKilled(path)
	}
	slog.SetDefault(slog.New(slog.DiscardHandler))
	goleak.VerifyTestMain(m)
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T, p *plan.Plan) content.Store {
		return open(t, filepath.Join(t.TempDir(), "site.db"), p)
	})
}

func TestMedia(t *testing.T) {
	storetest.RunMedia(t, func(t *testing.T, p *plan.Plan) (content.Store, media.Store) {
		store := open(t, filepath.Join(t.TempDir(), "site.db"), p)
		return store, store.Media()
	})
}

func TestAuditLog(t *testing.T) {
	storetest.RunAudit(t, func(t *testing.T, p *plan.Plan, keep audit.Retention) (content.Store, storetest.AuditLog) {
		store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "site.db"), Plan: p, Retention: &keep})
		if err != nil {
			t.Fatal(err)
		}
		return store, store
	})
}

func TestOutbox(t *testing.T) {
	storetest.RunQueue(t, func(t *testing.T, p *plan.Plan) (content.Store, queue.Store) {
		store := open(t, filepath.Join(t.TempDir(), "site.db"), p)
		return store, store.Outbox()
	})
}

// open opens a store that the test closes.
func open(t testing.TB, path string, p *plan.Plan) *sqlite.Store {
	t.Helper()
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: path, Plan: p})
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	return store
}
