package content_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

const attempted = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  schema: { type: object, properties: { slug: { type: string } } }
  uniqueIndexes: [[slug]]
---
apiVersion: quartet/v1
kind: View
metadata: { name: all-notes }
spec: { from: notes, surface: staff, fields: [id] }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: tidy }
spec:
  input: { type: object }
  output: { type: object }
  handler: { kind: ref, ref: tidy }
`

// TestAFailureOfTheDatabaseSaysWhatWasAttempted takes the database away. The log
// line of each call has the chain of what was attempted, down to what the database
// says; the answer has nothing of it.
func TestAFailureOfTheDatabaseSaysWhatWasAttempted(t *testing.T) {
	var s service
	s = open(t, attempted, content.Options{Handlers: map[string]content.Handler{
		"tidy": func(ctx context.Context, _ *content.Call, _ map[string]any) (any, error) {
			if _, err := s.Get(ctx, "notes", "a"); err != nil {
				return nil, errors.Join(errors.New("look for notes to tidy"), err)
			}
			return map[string]any{}, nil
		},
	}})
	e := s.add("notes", values{"slug": "a"})
	if err := s.store.Close(); err != nil {
		t.Fatal(err)
	}
	view := s.Plan().View("all-notes")
	for name, test := range map[string]struct {
		call  func() error
		words []string
	}{
		"a View": {func() error {
			_, err := s.ExecuteView(s.ctx, editor, content.ViewCall{View: view, Page: 1}, nil)
			return err
		}, []string{"run the View all-notes"}},
		"an entry":    {func() error { _, err := s.Get(s.ctx, "notes", e.ID); return err }, []string{"read an entry of notes"}},
		"a list":      {func() error { _, err := s.ListEntries(s.ctx, content.ListRequest{Collection: "notes"}); return err }, []string{"list entries of notes"}},
		"entries":     {func() error { _, err := s.List(s.ctx, "notes", content.EntryQuery{}); return err }, []string{"list entries of notes"}},
		"statistics":  {func() error { _, err := s.Statistics(s.ctx, "notes", ""); return err }, []string{"count the entries of notes"}},
		"a write":     {func() error { _, err := s.Create(s.ctx, editor, "notes", values{}); return err }, []string{"create an entry of notes"}},
		"a tuple":     {func() error { _, err := s.Create(s.ctx, editor, "notes", values{"slug": "b"}); return err }, []string{"look for an entry of notes by a unique index"}},
		"a handler":   {func() error { _, err := s.Invoke(s.ctx, ada, "tidy", values{}); return err }, []string{"run the handler tidy", "look for notes to tidy", "read an entry of notes"}},
		"a new start": {func() error { _, err := content.New(s.ctx, s.Plan(), s.store, content.Options{}); return err }, []string{"read the key of cursors"}},
	} {
		t.Run(name, func(t *testing.T) {
			err := test.call()
			var log strings.Builder
			body, status := httpx.Failure(s.ctx, slog.New(slog.NewTextHandler(&log, nil)), "r1", err)
			if status < 500 {
				t.Fatalf("answered %d: %v", status, err)
			}
			rest := log.String()
			for _, words := range append(test.words, "closed") {
				_, after, found := strings.Cut(rest, words)
				if !found {
					t.Errorf("the log has no %q where it should: %s", words, log.String())
				}
				if strings.Contains(string(body), words) {
					t.Errorf("the answer has %q: %s", words, body)
				}
				rest = after
			}
			if d := diag.As(err); d.Unwrap() == nil || !errors.Is(err, innermost(d)) {
				t.Error("errors.Is does not find the cause")
			}
		})
	}
}

// innermost is the end of the chain.
func innermost(err error) error {
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return err
}

// A handler that fails by a diagnostic of its own has said all there is, whatever
// the status of its code: operators read behind a message that something failed.
func TestAHandlersOwnDiagnosticHasNothingBehindIt(t *testing.T) {
	own := diag.At("OUT_OF_STOCK", "input#", "We have no more of it.")
	s := open(t, attempted, content.Options{Handlers: map[string]content.Handler{
		"tidy": func(context.Context, *content.Call, map[string]any) (any, error) { return nil, own },
	}})
	_, err := s.Invoke(s.ctx, ada, "tidy", values{})
	if d := diag.As(err); d.Code != own.Code || d.Status() != 500 || d.Unwrap() != nil {
		t.Errorf("%v, behind it %v", d, d.Unwrap())
	}
}
