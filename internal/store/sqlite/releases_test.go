package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestReleases(t *testing.T) {
	storetest.RunReleases(t, func(t *testing.T, p *plan.Plan) content.Store {
		return open(t, filepath.Join(t.TempDir(), "site.db"), p)
	})
}
