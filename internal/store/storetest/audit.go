package storetest

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// AuditLog is what an adapter keeps of changes.
type AuditLog interface {
	audit.Store
	Sweep(ctx context.Context) error // what is swept behind the writes, now
}

// AuditOpener opens an empty store for a plan, with bounds of the history. The
// suite closes it.
type AuditOpener func(t *testing.T, p *plan.Plan, keep audit.Retention) (content.Store, AuditLog)

// RunAudit runs what an adapter's audit log must do.
func RunAudit(t *testing.T, open AuditOpener) {
	t.Run("Lines", func(t *testing.T) { testLines(t, open) })
	t.Run("Versions", func(t *testing.T) { testVersions(t, open) })
	t.Run("Bounds", func(t *testing.T) { testBounds(t, open) })
	t.Run("Age", func(t *testing.T) { testAge(t, open) })
	t.Run("Restorations", func(t *testing.T) { testRestorations(t, open) })
	t.Run("RestoredField", func(t *testing.T) { testRestoredField(t, open) })
	t.Run("RestoredBeside", func(t *testing.T) { testRestoredBeside(t, open) })
	t.Run("NamedVersions", func(t *testing.T) { testNamedVersions(t, open) })
	t.Run("Bin", func(t *testing.T) { testBin(t, open) })
	t.Run("BinTraces", func(t *testing.T) { testBinTraces(t, open) })
	t.Run("BinRefusals", func(t *testing.T) { testBinRefusals(t, open) })
	t.Run("BinRejoins", func(t *testing.T) { testBinRejoins(t, open) })
	t.Run("BinSweep", func(t *testing.T) { testBinSweep(t, open) })
	t.Run("LongPages", func(t *testing.T) { testLongPages(t, open) })
}

func testLines(t *testing.T, open AuditOpener) {
	var journal audit.Store
	f := with(t, func(t *testing.T, p *plan.Plan) content.Store {
		store, lines := open(t, p, audit.RetainAll)
		journal = lines
		return store
	})
	write := func(op content.WriteOp, e *content.Entry, l audit.Record) error {
		return f.store.Write(context.Background(), &content.Write{Op: op, Schema: f.items, Entry: e, Record: &l})
	}
	first := audit.Record{
		Time: 5, Actor: audit.Actor{ID: "ada", Credential: string(principal.Session), Client: "c"}, Surface: audit.Admin, Action: audit.Create,
		Collection: "items", Subject: "one", Version: 2,
	}
	bare := audit.Record{Time: 6, Surface: audit.REST, Action: audit.Create, Subject: "two"}
	for _, l := range []audit.Record{first, bare} {
		if err := write(content.Insert, draft(l.Subject, nil), l); err != nil {
			t.Fatal(err)
		}
	}
	for name, test := range map[string]struct {
		query audit.Query
		want  []audit.Record
	}{
		"the newest first":  {audit.Query{}, []audit.Record{bare, first}},
		"of an actor":       {audit.Query{Actor: "ada"}, []audit.Record{first}},
		"of a collection":   {audit.Query{Collection: "items"}, []audit.Record{first}},
		"of a subject":      {audit.Query{Subject: "two"}, []audit.Record{bare}},
		"of all three":      {audit.Query{Actor: "ada", Collection: "items", Subject: "one"}, []audit.Record{first}},
		"of nobody we know": {audit.Query{Actor: "bob"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, f.lines(t, journal, test.query)); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("a write that is refused leaves no line", func(t *testing.T) {
		wantCode(t, write(content.Insert, draft("one", nil), bare), diag.Conflict)
		wantCode(t, write(content.Update, draft("gone", nil), bare), diag.NotFound)
		if got := f.lines(t, journal, audit.Query{}); len(got) != 2 {
			t.Errorf("there are %d lines", len(got))
		}
	})
}

// lines reads page by page, and takes the keys out of what it gives.
func (f *fixture) lines(t *testing.T, journal audit.Store, q audit.Query) (all []audit.Record) {
	t.Helper()
	for q.Limit = 1; ; {
		page, _, err := journal.AuditRecords(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			return all
		}
		q.Before = page[0].Key
		page[0].Key = 0
		all = append(all, page[0])
	}
}
