package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestMoves(t *testing.T) {
	storetest.RunMoves(t, func(t *testing.T, p *plan.Plan) (storetest.MovesStore, func() storetest.MovesStore) {
		path := filepath.Join(t.TempDir(), "site.db")
		return open(t, path, p), func() storetest.MovesStore {
			other := open(t, path, p)
			t.Cleanup(func() { _ = other.Close() })
			return other
		}
	})
}
