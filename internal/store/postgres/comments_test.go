package postgres_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/comments"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestComments(t *testing.T) {
	storetest.RunComments(t, func(t *testing.T) comments.Store {
		s := open(t, postgrestest.URL(t), new(plan.Plan))
		t.Cleanup(func() { _ = s.Close() })
		return s.Comments()
	})
}
