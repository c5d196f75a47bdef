package manifest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/manifest/manifesttest"
)

// ignored are the parts of an atom that say where it came from.
var ignored = cmp.Options{
	cmpopts.IgnoreFields(manifest.Atom{}, "Doc"),
	cmpopts.IgnoreUnexported(manifest.Atom{}, manifest.Schema{}, manifest.Filter{}),
	cmpopts.IgnoreTypes(&manifest.JSONSchema{}, map[string]any{}),
}

func validSet(t *testing.T) *manifest.Set {
	t.Helper()
	set, problems := manifest.Parse(manifesttest.Files(t, "testdata/valid.txtar"))
	if problems != nil {
		t.Fatal(problems)
	}
	return set
}

func TestASchemaSaysEverythingThatWasWritten(t *testing.T) {
	standalone := false
	want := &manifest.Schema{
		Atom:        manifest.Atom{Kind: manifest.KindSchema, Name: "order.items-2"},
		Title:       manifest.Text{ByLocale: map[string]string{"en": "Items", "zh-TW": "品項"}},
		Description: manifest.Text{Plain: "What was ordered."},
		ReadOnly:    true,
		Binds: []jsonschema.Bind{
			{Path: []string{"_x-1"}, Value: "ctx.user", Pointer: "/properties/_x-1/x-service-bind", Alone: true},
		},
		Lifecycle:        manifest.Operational,
		Localized:        true,
		Translates:       &manifest.Translates{Parent: "orders", On: "orderId"},
		UniqueIndexes:    [][]string{{"orderId", "locale"}, {"orderId"}},
		Indexes:          [][]string{{"state", "count"}, {"either"}, {"other"}},
		SearchableFields: []string{"orderId", "other", "_x-1"},
		UI: manifest.SchemaUI{
			Textareas: []string{"_x-1"}, FilterField: "state", PrimaryField: "orderId",
			Columns: []string{"id", "state", "createdAt"}, Standalone: &standalone, ParentField: "orderId",
		},
	}
	got := validSet(t).Schemas[0]
	if diff := cmp.Diff(want, got, ignored); diff != "" {
		t.Error(diff)
	}
	names := []string{"orderId", "locale", "state", "other", "count", "either", "tags", "_x-1"}
	if diff := cmp.Diff(names, got.Schema.Properties); diff != "" {
		t.Error(diff)
	}
}

func TestAViewSaysEverythingThatWasWritten(t *testing.T) {
	views := validSet(t).Views
	literal := func(op manifest.Op, field string, value any) *manifest.Filter {
		return &manifest.Filter{Op: op, Field: field, Operand: manifest.Operand{Value: value}}
	}
	want := []*manifest.View{
		{
			Atom: manifest.Atom{Kind: manifest.KindView, Name: "1st"}, Title: manifest.Text{Plain: "First"},
			From: "orders", Surface: manifest.Staff,
			Requires: &manifest.Requires{Guard: "allow", All: []manifest.Predicate{
				{Kind: manifest.IsUser}, {Kind: manifest.IsAuthenticated}, {Kind: manifest.HasScope, Scope: "read:orders"},
				{Kind: manifest.IsStaff, Roles: []string{"owner", "editor", "contributor"}},
			}},
			Filter: &manifest.Filter{Op: manifest.And, Nodes: []*manifest.Filter{
				literal(manifest.Eq, "state", nil),
				{Op: manifest.Or, Nodes: []*manifest.Filter{
					literal(manifest.Gt, "count", 1.5),
					{Op: manifest.Gte, Field: "count", Operand: manifest.Operand{Kind: manifest.ParamRef, Param: "least"}},
				}},
				literal(manifest.Lt, "a", true),
				literal(manifest.Lte, "a", "x"),
				{Op: manifest.Eq, Field: "authorId", Operand: manifest.Operand{Kind: manifest.CallerID}},
			}},
			Fields: []any{"id", "state"}, HasFields: true,
			OrderBy: []manifest.Order{{Field: "state", Desc: true}, {Field: "id"}, {Field: "count"}},
			Limit:   int64(10), UsedParams: map[string]bool{"least": true},
			List: &manifest.ListUI{Columns: []string{"id", "state"}, FilterFields: []string{"state"}},
		},
		{
			Atom: manifest.Atom{Kind: manifest.KindView, Name: "cached"}, From: "orders", Surface: manifest.Public,
			Cache: &manifest.Cache{SharedMaxAge: 86400}, Limit: "lots", Fields: []any{}, HasFields: true,
		},
		{
			Atom: manifest.Atom{Kind: manifest.KindView, Name: "by-sql"}, Surface: manifest.Public,
			SQL:   map[string]string{"sqlite": "  select count(*) AS \":n\", ':m' -- :o\n  FROM \"order.items-2\" WHERE count::text > :least\n"},
			Limit: map[string]any{"any": "thing"}, UsedParams: map[string]bool{"least": true},
		},
		{
			Atom: manifest.Atom{Kind: manifest.KindView, Name: "two-dialects"}, Surface: manifest.Staff,
			SQL: map[string]string{"sqlite": "SELECT 1", "postgres": "SELECT data ? 'x', $$ :n $$"},
		},
	}
	if diff := cmp.Diff(want, views, ignored); diff != "" {
		t.Error(diff)
	}
}

func TestAProcedureSaysEverythingThatWasWritten(t *testing.T) {
	procedures := validSet(t).Procedures
	want := &manifest.Procedure{
		Atom:        manifest.Atom{Kind: manifest.KindProcedure, Name: "allow"},
		Title:       manifest.Text{Plain: "Allow"},
		Description: manifest.Text{ByLocale: map[string]string{"en": "Says yes."}},
		Requires:    &manifest.Requires{Guard: "other"},
		Handler:     manifest.Handler{Ref: "acme/allow"},
		UI:          manifest.ProcedureUI{CollectionAction: "orders", Textareas: []string{"note"}},
	}
	if diff := cmp.Diff(want, procedures[0], ignored); diff != "" {
		t.Error(diff)
	}
	upsert := manifest.Handler{Builtin: &manifest.Builtin{Op: manifest.OpUpsert, Schema: "orders", Match: []string{"a"}}}
	if diff := cmp.Diff(upsert, procedures[4].Handler); diff != "" {
		t.Error(diff)
	}
}

func TestATriggerSaysEverythingThatWasWritten(t *testing.T) {
	var got []manifest.Source
	for _, each := range validSet(t).Triggers {
		if each.Procedure != "create" {
			t.Errorf("%s targets %q", each.Name, each.Procedure)
		}
		got = append(got, each.Source)
	}
	want := []manifest.Source{
		{
			Kind: manifest.SourceHTTP, Method: "POST", Path: "/api/orders/{id}/caf%C3%A9/",
			Segments: []manifest.Segment{{Literal: "api"}, {Literal: "orders"}, {Property: "id"}, {Literal: "café"}},
		},
		{Kind: manifest.SourceMCP, Surface: manifest.Staff},
		{Kind: manifest.SourceLifecycle, Schema: "orders", On: []manifest.Hook{manifest.BeforeCreate, manifest.BeforePublish}, OnError: "abort"},
		{Kind: manifest.SourceLifecycle, Schema: "orders", On: []manifest.Hook{manifest.BeforeUpdate, manifest.AfterUpdate}},
		{
			Kind: manifest.SourceLifecycle, Schema: "orders", OnError: "continue",
			On: []manifest.Hook{manifest.AfterCreate, manifest.AfterDelete, manifest.AfterPublish, manifest.BeforeDelete},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
