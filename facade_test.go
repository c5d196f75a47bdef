package quartet_test

import (
	"errors"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/diag"
)

// The bound facade: entries.<collection> with createDraft, get, list, delete.
func TestEntries(t *testing.T) {
	s := start(t, quartet.Options{}, nil)
	greetings := s.Entries("greetings").As(quartet.Caller{User: &quartet.User{ID: "ada"}})
	made, err := greetings.CreateDraft(t.Context(), greeting)
	if err != nil || made.AuthorID != "ada" || made.Status != quartet.Published || made.Version != 1 {
		t.Fatalf("%+v %v", made, err)
	}
	read, err := greetings.Get(t.Context(), made.ID)
	if diff := cmp.Diff(made, read); diff != "" || err != nil {
		t.Error(diff, err)
	}
	for name, test := range map[string]struct {
		options quartet.ListOptions
		want    int
	}{
		"all":          {quartet.ListOptions{}, 1},
		"of a status":  {quartet.ListOptions{Status: quartet.Draft}, 0},
		"after an id":  {quartet.ListOptions{After: made.ID}, 0},
		"with a limit": {quartet.ListOptions{Limit: 1}, 1},
	} {
		if list, err := greetings.List(t.Context(), test.options); err != nil || len(list) != test.want {
			t.Errorf("%s: %d entries, %v", name, len(list), err)
		}
	}
	if err := greetings.Delete(t.Context(), made.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := greetings.Get(t.Context(), made.ID); quartet.CodeOf(err) != diag.NotFound {
		t.Error(err)
	}
	if _, err := s.Entries("nothing").Get(t.Context(), made.ID); quartet.CodeOf(err) != diag.NotFound {
		t.Error(err)
	}
}

func TestViewPages(t *testing.T) {
	s := start(t, quartet.Options{}, nil)
	for range 3 {
		if _, err := s.Entries("greetings").CreateDraft(t.Context(), greeting); err != nil {
			t.Fatal(err)
		}
	}
	first, err := s.View(t.Context(), "greetings", quartet.ViewOptions{Show: 2})
	if err != nil || !first.HasMore || first.NextCursor == "" || first.Show != 2 || first.Page != 1 {
		t.Fatalf("%+v %v", first, err)
	}
	rest, err := s.View(t.Context(), "greetings", quartet.ViewOptions{Show: 2, Cursor: first.NextCursor})
	if err != nil || rest.HasMore {
		t.Fatalf("%+v %v", rest, err)
	}
	if rows, err := quartet.Rows[map[string]any](rest); err != nil || len(rows) != 1 {
		t.Errorf("%v %v", rows, err)
	}
	if _, err := s.View(t.Context(), "nothing", quartet.ViewOptions{}); quartet.CodeOf(err) != diag.NotFound {
		t.Error(err)
	}
	if _, err := quartet.Rows[int](first); err == nil {
		t.Error("rows of a type that does not fit were decoded")
	}
}

func TestInputsOfCallsInProcess(t *testing.T) {
	s := start(t, quartet.Options{}, nil)
	for name, test := range map[string]struct {
		input any
		path  string // of INPUT_VALIDATION_FAILED; "" when it is taken
	}{
		"a map":             {map[string]any{"text": "a b"}, ""},
		"a struct":          {text{"a b"}, ""},
		"a pointer":         {&text{"a b"}, ""},
		"nothing":           {nil, "input#/text"},
		"a list":            {[]string{"a"}, "input#"},
		"what JSON cannot":  {make(chan int), "input#"},
		"a NUL in a map":    {map[string]any{"text": "a\x00b"}, "input#/text"},
		"a NUL in a struct": {text{"a\x00b"}, "input#/text"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := quartet.Call[tally](t.Context(), s, "count-words", test.input, quartet.CallOptions{})
			var d *quartet.Diagnostic
			switch {
			case test.path == "" && (err != nil || got.Words != 2):
				t.Errorf("%+v %v", got, err)
			case test.path != "" && (!errors.As(err, &d) || d.Code != diag.InputValidationFailed || d.Path != test.path):
				t.Errorf("%v, want INPUT_VALIDATION_FAILED at %s", err, test.path)
			}
		})
	}
	if _, err := s.Invoke(t.Context(), "nothing", nil, quartet.CallOptions{}); quartet.CodeOf(err) != diag.ProcedureNotFound {
		t.Error(err)
	}
}

// The bound facade: triggers.<name> is { name, source, target }.
func TestDescriptions(t *testing.T) {
	handle := quartet.Handle(countWords)
	s := start(t, quartet.Options{Handlers: quartet.Handlers{"words.count": handle, "probe": handle}}, map[string]string{
		"quartet.yaml": "site: { title: Guests, locales: [de, en] }",
		"manifests/more.yaml": probe + `
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: a-tool }
spec: { source: { kind: mcp, surface: staff }, target: { procedure: titled } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: titled }
spec:
  title: { en: Titled, fr: Intitulé }
  description: { fr: Deux, it: Due }
  requires: { auth: { all: [ctx.user] } }
  input: { type: object }
  output: {}
  handler: { kind: builtin, op: create, schema: greetings }
`,
	})
	want := []quartet.TriggerInfo{
		{Name: "a-tool", Source: quartet.TriggerSource{Kind: "mcp", Surface: "staff"}, Target: quartet.TriggerTarget{Procedure: "titled"}},
		{Name: "count-words", Source: quartet.TriggerSource{Kind: "http", Method: "POST", Path: "/api/count-words"}, Target: quartet.TriggerTarget{Procedure: "count-words"}},
		{Name: "probe-greetings", Source: quartet.TriggerSource{Kind: "lifecycle", Schema: "greetings", On: []string{"before_create"}}, Target: quartet.TriggerTarget{Procedure: "probe"}},
	}
	if diff := cmp.Diff(want, s.Triggers()); diff != "" {
		t.Error(diff)
	}
	procedures := s.Procedures()
	if last := procedures[len(procedures)-1]; last.Title != "Titled" || last.Description != "Deux" || !last.Restricted || last.Collection != "greetings" {
		t.Errorf("%+v", last)
	}
	if views := s.Views(); len(views) != 1 || views[0].Surface != "public" || views[0].From != "greetings" || views[0].Restricted {
		t.Errorf("%+v", views)
	}
}

func TestHealth(t *testing.T) {
	s := start(t, quartet.Options{}, nil)
	for _, path := range []string{"/healthz", "/readyz"} {
		if answer := get(t, s, path); answer.Code != http.StatusOK {
			t.Errorf("%s: %d %s", path, answer.Code, answer.Body)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{"/healthz": http.StatusOK, "/readyz": http.StatusServiceUnavailable} {
		if answer := get(t, s, path); answer.Code != want {
			t.Errorf("%s of a closed service: %d %s", path, answer.Code, answer.Body)
		}
	}
}

// A service that cannot take up deferred hooks is not ready, though it can read.
func TestAServiceWithoutItsQueueIsNotReady(t *testing.T) {
	dir := t.TempDir()
	s := start(t, quartet.Options{Dir: dir}, nil)
	db, err := sqlite3.Open("file:" + filepath.Join(dir, ".service/data/quartet.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, test := range []struct {
		statement string
		want      int
	}{
		{`ALTER TABLE _quartet_outbox RENAME TO elsewhere`, http.StatusServiceUnavailable},
		{`ALTER TABLE elsewhere RENAME TO _quartet_outbox`, http.StatusOK},
	} {
		if err := db.Exec(test.statement); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(20 * time.Second); get(t, s, "/readyz").Code != test.want; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("never answered %d after %s", test.want, test.statement)
			}
		}
	}
}

// Setup-incomplete behaviour: auth-owned routes answer 503.
func TestRoutesOfSignInAreSetupIncomplete(t *testing.T) {
	s := start(t, quartet.Options{}, nil)
	for _, path := range []string{"/admin", "/admin/api/me", "/api/auth/get-session", "/oauth/consent", "/.well-known/oauth-protected-resource/mcp", "/mcp", "/mcp/staff"} {
		if answer := get(t, s, path); answer.Code != http.StatusServiceUnavailable {
			t.Errorf("%s: %d %s", path, answer.Code, answer.Body)
		}
	}
}
