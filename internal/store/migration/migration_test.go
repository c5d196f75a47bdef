package migration_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store/migration"
)

// Who has an older program is told both versions and what to do.
func TestANewerDatabaseIsRefusedByName(t *testing.T) {
	d := migration.Newer("site.db", 9901, "v99.1.0", 14)
	if d.Code != diag.DatabaseNewer || d.Suggestion == "" {
		t.Errorf("%+v", d)
	}
}
