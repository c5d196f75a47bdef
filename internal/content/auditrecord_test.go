package content_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
)

const auditSite = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, schema: { type: object, properties: { text: { type: string } } } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: echoes }
spec: { title: Echoes, lifecycle: operational, schema: { type: object, properties: { text: { type: string } } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: echo }
spec: { input: { type: object }, output: { type: object }, handler: { kind: ref, ref: echo } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: before-note }
spec: { source: { kind: lifecycle, schema: notes, on: [before_publish] }, target: { procedure: echo } }
`

// TestEverySurfaceLeavesItsRecord: who, through which surface, and what differs.
func TestEverySurfaceLeavesItsRecord(t *testing.T) {
	var s service
	s = open(t, auditSite, content.Options{Handlers: map[string]content.Handler{
		"echo": func(ctx context.Context, call *content.Call, _ map[string]any) (any, error) {
			_, err := s.Create(ctx, call.Caller, "echoes", values{"text": "echo"})
			return values{}, err
		},
	}})
	token := content.Caller{User: &content.User{ID: "ada"}, Auth: &content.Auth{Credential: "oauth", CredentialID: "g1", ClientID: "agent"}}
	note := s.add("notes", values{"text": "one"})
	for _, change := range []struct {
		name string
		do   func() error
		want []string
	}{
		{"the program", func() error { _, err := s.Create(s.ctx, nobody, "notes", values{"text": "a"}); return err },
			[]string{"go create v1 by  () "}},
		{"an API key over REST", func() error {
			_, err := s.Create(audit.Through(s.ctx, audit.REST), content.Caller{Auth: &content.Auth{Credential: "api-key", CredentialID: "k1"}}, "notes", values{"text": "b"})
			return err
		}, []string{"rest create v1 by k1 (api-key) "}},
		{"an agent", func() error {
			_, err := s.Patch(audit.Through(s.ctx, audit.MCP), token, "notes", note.ID, values{"text": "two"}, 1)
			return err
		}, []string{`mcp update v2 by ada (oauth) agent {"data":{"text":"one"}} -> {"data":{"text":"two"}}`}},
		{"a hook of a move", func() error {
			_, err := s.Publish(audit.Through(s.ctx, audit.Admin), editor, "notes", note.ID, 2)
			return err
		}, []string{`admin publish v3 by eve (session)  {"status":"draft"} -> {"status":"published"}`, "hook create v1 by eve (session) "}},
		{"a seed", func() error { _, err := s.Load(s.ctx, "notes", "", values{"text": "c"}, content.Published); return err },
			[]string{`seed publish v2 by  ()  {"status":"draft"} -> {"status":"published"}`, "hook create v1 by  () ", "seed create v1 by  () "}},
		{"a refused change", func() error {
			if _, err := s.Patch(s.ctx, editor, "notes", note.ID, values{"text": 7}, 0); err == nil {
				return errors.New("it was not refused")
			}
			return nil
		}, nil},
	} {
		t.Run(change.name, func(t *testing.T) {
			before := len(s.auditRecords(t))
			if err := change.do(); err != nil {
				t.Fatal(describe(err))
			}
			records := s.auditRecords(t)
			if diff := cmp.Diff(change.want, records[:len(records)-before], cmp.Transformer("nil", func(l []string) string { return strings.Join(l, "\n") })); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// auditRecords are those of the audit log, the newest first.
func (s service) auditRecords(t *testing.T) (all []string) {
	t.Helper()
	records, _, err := s.store.AuditRecords(s.ctx, audit.Query{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range records {
		text := fmt.Sprintf("%s %s v%d by %s (%s) %s", l.Surface, l.Action, l.Version, l.Actor.ID, l.Actor.Credential, l.Actor.Client)
		if l.Before != nil || l.After != nil {
			text += fmt.Sprintf(" %s -> %s", l.Before, l.After)
		}
		all = append(all, text)
	}
	return all
}
