package postgres_test

import (
	"sync/atomic"
	"testing"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest/wire"
)

const (
	commit = "COMMIT"
	insert = `INSERT INTO "posts"`
)

// A connection ends in the middle of a write: what was not committed is done
// again; a COMMIT that nobody has answered is reported, and is not.
func TestAWriteIsCutInTheMiddle(t *testing.T) {
	for name, test := range map[string]struct {
		at      string
		action  wire.Action
		answers bool
		stored  bool
	}{
		"before its row is sent":          {insert, wire.CutBefore, true, true},
		"after its row is sent":           {insert, wire.CutAnswer, true, true},
		"before its COMMIT is sent":       {commit, wire.CutBefore, false, false},
		"before its COMMIT is answered":   {commit, wire.CutAnswer, false, true},
		"while its statement is prepared": {"PREPARE " + insert, wire.CutAnswer, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			proxy, url := behind(t, migrated.URL(t))
			f := openFaulty(t, url)
			cuts := once(proxy, test.at, test.action)
			err := f.insert("a")
			if cuts.Load() == 0 {
				t.Fatal("nothing was cut")
			}
			wantAnswer(t, err, test.answers)
			wantPost(t, f, "a", test.stored)
			if err := f.insert("b"); err != nil {
				t.Errorf("the next write: %v", err)
			}
		})
	}
}

// once does an action to the first flight with a statement, and counts it.
func once(p *wire.Proxy, statement string, action wire.Action) *atomic.Int64 {
	var seen atomic.Int64
	p.Decide(func(f wire.Flight) wire.Action {
		if has(f, statement) && seen.Add(1) == 1 {
			return action
		}
		return wire.Pass
	})
	return &seen
}

func wantAnswer(t *testing.T, err error, answers bool) {
	t.Helper()
	if answers && err != nil || !answers && !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("the write: %v", err)
	}
}

func wantPost(t *testing.T, f *faulty, id string, stored bool) {
	t.Helper()
	version, records := f.read(id)
	if stored && (version != 1 || records != 1) || !stored && (version != 0 || records != 0) {
		t.Errorf("version %d with %d records", version, records)
	}
}

// The same of a unit of work over the platform's tables.
func TestAUnitOfWorkIsCutInTheMiddle(t *testing.T) {
	for name, test := range map[string]struct {
		at      string
		action  wire.Action
		answers bool
		counted int
	}{
		"before it begins":                 {"BEGIN", wire.CutBefore, true, 1},
		"after it has begun":               {"BEGIN", wire.CutAnswer, true, 1},
		"before a statement is sent":       {`INSERT INTO _quartet_rates`, wire.CutBefore, true, 1},
		"before the statement is answered": {`INSERT INTO _quartet_rates`, wire.CutAnswer, true, 1},
		"before its COMMIT is sent":        {commit, wire.CutBefore, false, 0},
		"before its COMMIT is answered":    {commit, wire.CutAnswer, false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			proxy, url := behind(t, migrated.URL(t))
			f := openFaulty(t, url)
			cuts := once(proxy, test.at, test.action)
			err := f.count("calls", nil)
			if cuts.Load() == 0 {
				t.Fatal("nothing was cut")
			}
			wantAnswer(t, err, test.answers)
			if got := f.counted("calls"); got != test.counted {
				t.Errorf("counted %d, want %d", got, test.counted)
			}
		})
	}
}

// Reads are done again wherever they are cut.
func TestAReadIsCutInTheMiddle(t *testing.T) {
	for name, action := range map[string]wire.Action{"before it is sent": wire.CutBefore, "before it is answered": wire.CutAnswer} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			proxy, url := behind(t, migrated.URL(t))
			f := openFaulty(t, url)
			cuts := once(proxy, "SELECT", action)
			if err := f.view(); err != nil || cuts.Load() == 0 {
				t.Errorf("%v after %d cuts", err, cuts.Load())
			}
		})
	}
}

// Every idle connection is gone, as behind a proxy that was restarted: nobody is
// told.
func TestEveryConnectionIsCut(t *testing.T) {
	proxy, url := behind(t, migrated.URL(t))
	f := openFaulty(t, url)
	for round, do := range []func() error{
		func() error { return f.insert("a") },
		f.view,
		func() error { return f.write(content.Update, audit.Update, "a", 2) },
	} {
		proxy.CutAll()
		if err := do(); err != nil {
			t.Errorf("round %d: %v", round, err)
		}
	}
	if version, records := f.read("a"); version != 2 || records != 2 {
		t.Errorf("version %d with %d records", version, records)
	}
}
