package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestProcesses(t *testing.T) {
	storetest.RunProcesses(t, func(t *testing.T) storetest.ProcessOpener {
		path := filepath.Join(t.TempDir(), "site.db")
		return func(p *plan.Plan, keep audit.Retention) storetest.Process {
			store, err := sqlite.Open(t.Context(), sqlite.Options{Path: path, Plan: p, Retention: &keep, Unsynced: true})
			if err != nil {
				t.Fatal(err)
			}
			return store
		}
	})
}
