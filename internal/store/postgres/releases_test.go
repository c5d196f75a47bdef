package postgres_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestReleases(t *testing.T) {
	storetest.RunReleases(t, func(t *testing.T, p *plan.Plan) content.Store { return open(t, postgrestest.URL(t), p) })
}
