package postgres_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestBackupRecords(t *testing.T) {
	storetest.RunBackups(t, func(t *testing.T) copies.Store {
		s := open(t, postgrestest.URL(t), new(plan.Plan))
		t.Cleanup(func() { _ = s.Close() })
		return s.Backups()
	})
}
