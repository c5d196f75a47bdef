package inprocess

import (
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/quartet-dev/quartet"

	"github.com/quartet-dev/quartet/internal/codegen/golang/runtime"
)

const manifests = `apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  lifecycle: operational
  schema: { type: object, required: [n], properties: { n: { type: integer } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: notes }
spec: { surface: public, from: notes, fields: [n], orderBy: [{ field: n }], limit: 2 }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: add }
spec:
  requires: { auth: { all: [ctx.user] } }
  input: { type: object, required: [n], properties: { n: { type: integer } } }
  output: { type: object }
  handler: { kind: builtin, op: create, schema: notes }
`

type note struct {
	N int64 `json:"n"`
}

func open(t *testing.T) *quartet.Service {
	t.Helper()
	site, err := quartet.Open(t.Context(), quartet.Options{
		Dir: t.TempDir(), FS: fstest.MapFS{"manifests/site.yaml": {Data: []byte(manifests)}}, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = site.Close() })
	return site
}

func TestBindWantsTheSameManifests(t *testing.T) {
	site := open(t)
	if _, err := bind(site, site.Fingerprint()); err != nil {
		t.Error(err)
	}
	if _, err := bind(site, "other"); err == nil || !strings.Contains(err.Error(), "run quartet generate") {
		t.Error(err)
	}
}

func TestCallsOnBehalfOfACaller(t *testing.T) {
	site := open(t)
	nobody, err := bind(site, site.Fingerprint())
	if err != nil {
		t.Fatal(err)
	}
	ada := nobody
	ada.caller = quartet.Caller{User: &quartet.User{ID: "ada"}}
	add := service.NewProcedure[note, json.RawMessage](ada, service.ProcedureInfo{Name: "add"})
	for n := range int64(3) {
		if _, err := add.Call(t.Context(), note{n}); err != nil {
			t.Fatal(err)
		}
	}
	_, err = service.NewProcedure[note, json.RawMessage](nobody, service.ProcedureInfo{Name: "add"}).Call(t.Context(), note{})
	refused, diagnostic := (*service.Error)(nil), (*quartet.Diagnostic)(nil)
	if !errors.As(err, &refused) || refused.Status != 401 || !errors.As(err, &diagnostic) || service.CodeOf(err) != string(diagnostic.Code) {
		t.Error(err)
	}
	var read []int64
	for row, err := range service.NewView[note](nobody, service.ViewInfo{Name: "notes", Cursor: true}).Rows(t.Context(), service.Paging{}) {
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, row.N)
	}
	if len(read) != 3 || read[2] != 2 {
		t.Error(read)
	}
}

func TestEntriesAreTyped(t *testing.T) {
	site := open(t)
	here, err := bind(site, site.Fingerprint())
	if err != nil {
		t.Fatal(err)
	}
	notes := collection[note](here, "notes")
	const large = 1<<53 + 1 // which a float64 does not hold
	made, err := notes.CreateDraft(t.Context(), note{large})
	if err != nil || made.Data.N != large {
		t.Fatal(made, err)
	}
	all, err := reader[note](here, "notes").List(t.Context(), quartet.ListOptions{})
	if err != nil || len(all) != 1 || *all[0] != *made {
		t.Error(all, err)
	}
	if err := notes.Delete(t.Context(), made.ID); err != nil {
		t.Error(err)
	}
	if _, err := notes.Get(t.Context(), made.ID); service.CodeOf(err) != "NOT_FOUND" {
		t.Error(err)
	}
}
