package plan_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
)

const bootSite = `apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec:
  title: Posts
  localized: true
  schema: { type: object, properties: { locale: { type: string } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: counts }
spec:
  surface: staff
  sql: SELECT count(*) FROM posts
---
apiVersion: quartet/v1
kind: View
metadata: { name: both }
spec:
  surface: staff
  sql: { sqlite: SELECT 1, postgres: SELECT 1 }
---
apiVersion: quartet/v1
kind: View
metadata: { name: declarative }
spec: { surface: staff, from: posts }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: score }
spec:
  input: { type: object }
  output: {}
  handler: { kind: ref, ref: tea.score }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: create }
spec:
  input: { type: object }
  output: {}
  handler: { kind: builtin, op: create, schema: posts }
`

func TestBootChecks(t *testing.T) {
	set, problems := manifest.Parse([]manifest.File{{Name: "site.yaml", Data: []byte(bootSite)}})
	if problems != nil {
		t.Fatal(problems)
	}
	for name, test := range map[string]struct {
		facts plan.Facts
		want  []string
	}{
		"all is there": {
			facts: plan.Facts{Locales: []string{"en"}, Handlers: []string{"tea.score"}, Dialect: "sqlite"},
		},
		"handlers and dialect are not known": {
			facts: plan.Facts{Locales: []string{"en"}},
		},
		"nothing is known": {
			facts: plan.Facts{},
		},
		"no locale": {
			facts: plan.Facts{Locales: []string{}},
			want:  []string{"SCHEMA_LOCALIZED_REQUIRES_SITE_LOCALES site.yaml:6:14 manifest:Schema/posts#/spec/localized expected <nil> candidates [] suggestion \"\""},
		},
		"another handler": {
			facts: plan.Facts{Locales: []string{"en"}, Handlers: []string{"tea.store", "tea.scores"}},
			want:  []string{"HANDLER_NOT_REGISTERED site.yaml:34:30 manifest:Procedure/score#/spec/handler/ref expected <nil> candidates [tea.scores tea.store] suggestion \"tea.scores\""},
		},
		"no handler at all": {
			facts: plan.Facts{Locales: []string{"en"}, Handlers: []string{}},
			want:  []string{"HANDLER_NOT_REGISTERED site.yaml:34:30 manifest:Procedure/score#/spec/handler/ref expected <nil> candidates [] suggestion \"\""},
		},
		"another dialect": {
			facts: plan.Facts{Locales: []string{"en"}, Dialect: "postgres"},
			want:  []string{"VIEW_DIALECT_UNSUPPORTED site.yaml:14:8 manifest:View/counts#/spec/sql expected [postgres] candidates [] suggestion \"\""},
		},
		"all at once, in the order of the file": {
			facts: plan.Facts{Locales: []string{}, Handlers: []string{}, Dialect: "postgres"},
			want: []string{
				"SCHEMA_LOCALIZED_REQUIRES_SITE_LOCALES site.yaml:6:14 manifest:Schema/posts#/spec/localized expected <nil> candidates [] suggestion \"\"",
				"VIEW_DIALECT_UNSUPPORTED site.yaml:14:8 manifest:View/counts#/spec/sql expected [postgres] candidates [] suggestion \"\"",
				"HANDLER_NOT_REGISTERED site.yaml:34:30 manifest:Procedure/score#/spec/handler/ref expected <nil> candidates [] suggestion \"\"",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, phase := range []diag.Phase{diag.Validate, diag.Boot} {
				var got []string
				for _, d := range plan.CheckBoot(set, phase, test.facts) {
					if d.Phase != phase || d.Severity != diag.Error {
						t.Errorf("%s in phase %s, %s", d.Code, d.Phase, d.Severity)
					}
					got = append(got, fmt.Sprintf("%s %s:%d:%d %s expected %v candidates %v suggestion %q",
						d.Code, d.Source.File, d.Source.Line, d.Source.Column, d.Path, d.Expected, d.Candidates, d.Suggestion))
				}
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}
