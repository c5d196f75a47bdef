package sqlite

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestBackupRecords(t *testing.T) {
	storetest.RunBackups(t, func(t *testing.T) copies.Store { return openedPlatform(t).Backups() })
}
