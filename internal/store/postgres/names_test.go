package postgres_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

// PostgreSQL keeps 63 bytes of a name. One property of a longer one is served, of sql
// Views too; two that it has for the same are refused at their place.
func TestNamesThatAreCut(t *testing.T) {
	long := strings.Repeat("n", 63)
	site := func(properties string) string {
		return "apiVersion: quartet/v1\nkind: Schema\nmetadata: { name: notes }\nspec:\n  title: Notes\n  schema:\n    type: object\n    properties:\n" + properties +
			sqlView("longest", "SELECT "+long+"one AS one FROM notes")
	}
	p := plantest.Seal(t, site("      "+long+"one: { type: string }\n"))
	s := opened(t, postgrestest.URL(t), p)
	if err := insertNote(t, s, p, "a", map[string]any{long + "one": "first"}); err != nil {
		t.Fatal(err)
	}
	if got := read(t, s, p, "longest"); got != `[{"one":"first"}]` {
		t.Error(got)
	}
	address := postgrestest.URL(t)
	p = plantest.Seal(t, site("      "+long+"one: { type: string }\n      "+long+"two: { type: string }\n"))
	_, err := postgres.Open(t.Context(), postgres.Options{URL: address, Plan: p})
	_, planned := postgres.Database{URL: address}.Changes(t.Context(), p)
	for _, err := range []error{err, planned.Err()} {
		var list diag.List
		if !errors.As(err, &list) || len(list) != 1 || list[0].Code != diag.InvalidManifestEnvelope || list[0].Source == nil || list[0].Source.Line != 10 {
			t.Errorf("%v", err)
		}
	}
}
