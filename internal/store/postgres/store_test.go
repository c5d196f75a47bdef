package postgres_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T, p *plan.Plan) content.Store { return open(t, postgrestest.URL(t), p) })
}

func open(t *testing.T, url string, p *plan.Plan) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), postgres.Options{URL: url, Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
