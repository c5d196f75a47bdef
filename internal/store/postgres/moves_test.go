package postgres_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestMoves(t *testing.T) {
	storetest.RunMoves(t, func(t *testing.T, p *plan.Plan) (storetest.MovesStore, func() storetest.MovesStore) {
		url := postgrestest.URL(t)
		return open(t, url, p), func() storetest.MovesStore {
			other := open(t, url, p)
			t.Cleanup(func() { _ = other.Close() })
			return other
		}
	})
}
