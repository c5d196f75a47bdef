package content_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// The callers of the tests.
var (
	nobody = content.Caller{}
	ada    = content.Caller{User: &content.User{ID: "ada"}, Auth: &content.Auth{Credential: "session"}}
	bob    = content.Caller{User: &content.User{ID: "bob"}, Auth: &content.Auth{Credential: "session"}}
	editor = content.Caller{User: &content.User{ID: "eve"}, Staff: &content.Staff{ID: "eve", Role: "editor"}, Auth: &content.Auth{Credential: "session"}}
	key    = content.Caller{Auth: &content.Auth{Credential: "api-key", Scopes: []string{"read:notes"}}}
)

type values = map[string]any

// service is a Service over a database file of its own.
type service struct {
	*content.Service
	t    testing.TB
	ctx  context.Context
	path string

	store *sqlite.Store
}

// open seals manifests and serves them from a new SQLite file.
func open(t testing.TB, manifests string, opts content.Options) service {
	t.Helper()
	return serve(t, plantest.Seal(t, manifests), filepath.Join(t.TempDir(), "site.db"), opts)
}

// openPaged is open for a site whose Schemas have pages.
func openPaged(t testing.TB, manifests string, opts content.Options, addresses ...plan.Address) service {
	t.Helper()
	return serve(t, plantest.Seal(t, manifests, addresses...), filepath.Join(t.TempDir(), "site.db"), opts)
}

// reopen serves the same file once more, as another process would.
func (s service) reopen() service {
	s.t.Helper()
	return serve(s.t, s.Plan(), s.path, content.Options{})
}

func serve(t testing.TB, p *plan.Plan, path string, opts content.Options) service {
	t.Helper()
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	ctx := context.Background()
	store, err := sqlite.Open(ctx, sqlite.Options{Path: path, Plan: p})
	if err != nil {
		t.Fatal(describe(err))
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	s, err := content.New(ctx, p, store, opts)
	if err != nil {
		t.Fatal(describe(err))
	}
	return service{s, t, ctx, path, store}
}

// call invokes a Procedure that must succeed and gives its row.
func (s service) call(caller content.Caller, procedure string, input values) values {
	s.t.Helper()
	result, err := s.Invoke(s.ctx, caller, procedure, input)
	if err != nil {
		s.t.Fatalf("%s: %v", procedure, describe(err))
	}
	row, _ := result.(map[string]any)
	return row
}

// refused invokes a Procedure that must fail with code at path.
func (s service) refused(caller content.Caller, procedure string, input values, code diag.Code, path string) {
	s.t.Helper()
	_, err := s.Invoke(s.ctx, caller, procedure, input)
	s.wants(err, code, path)
}

// wants checks a failure; an empty code wants none.
func (s service) wants(err error, code diag.Code, path string) {
	s.t.Helper()
	if code == "" {
		if err != nil {
			s.t.Fatalf("failed with %v", describe(err))
		}
		return
	}
	var d *diag.Diagnostic
	if !errors.As(err, &d) {
		s.t.Fatalf("got %v, want %s", err, code)
	}
	if d.Code != code || d.Path != path {
		s.t.Fatalf("got %s at %s (%v), want %s at %s", d.Code, d.Path, describe(err), code, path)
	}
}

// describe adds the cause that a diagnostic keeps from callers.
func describe(err error) error {
	if cause := errors.Unwrap(err); cause != nil {
		return errors.Join(err, cause)
	}
	return err
}

func (s service) get(collection, id string) *content.Entry {
	s.t.Helper()
	e, err := s.Get(s.ctx, collection, id)
	if err != nil {
		s.t.Fatal(describe(err))
	}
	return e
}

func (s service) add(collection string, data values) *content.Entry {
	s.t.Helper()
	e, err := s.Create(s.ctx, nobody, collection, data)
	if err != nil {
		s.t.Fatal(describe(err))
	}
	return e
}

// count is how many entries a collection holds.
func (s service) count(collection string) int {
	s.t.Helper()
	entries, err := s.List(s.ctx, collection, content.EntryQuery{Limit: 500})
	if err != nil {
		s.t.Fatal(describe(err))
	}
	return len(entries)
}
