package toolset_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// TestSchemas is what becomes of the manifests' JSON Schemas. Each line of
// testdata/schemas.txtar under `properties` is a property as a manifest declares
// it, the same line under `input` what clients read of it as an argument, under
// `update` where null removes it, and under `output` where it is promised.
func TestSchemas(t *testing.T) {
	file := filepath.Join("testdata", "schemas.txtar")
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string][]string{}
	for _, f := range archive.Files {
		sections[f.Name] = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
	}
	if len(sections["properties"]) < 10 {
		t.Fatalf("found %d properties", len(sections["properties"]))
	}
	var got [3][]string
	for i, property := range sections["properties"] {
		c := toolset.New(plantest.Seal(t, fmt.Sprintf(manifests, property)))
		for k, schema := range []map[string]any{
			find(t, c, "create_record_things").Input,
			find(t, c, "update_record_things").Input,
			find(t, c, "give").Output["anyOf"].([]any)[0].(map[string]any),
		} {
			got[k] = append(got[k], fmt.Sprintf("%d %s", i, jsonvalue.Append(nil, schema["properties"].(map[string]any)["p"])))
		}
	}
	if *update {
		for k := range got {
			archive.Files[k+1].Data = []byte(strings.Join(got[k], "\n") + "\n")
		}
		if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	for k, name := range []string{"input", "update", "output"} {
		if diff := cmp.Diff(sections[name], got[k]); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

const manifests = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: things }
spec:
  title: Things
  lifecycle: operational
  schema: { type: object, $defs: { d: { type: string } }, properties: { p: %[1]s } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: give }
spec:
  description: Gives.
  input: { type: object }
  output: { type: object, $defs: { d: { type: string } }, properties: { p: %[1]s } }
  handler: { kind: ref, ref: give }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: give }
spec: { source: { kind: mcp, surface: public }, target: { procedure: give } }
`

func find(t *testing.T, c *toolset.Set, name string) *toolset.Tool {
	t.Helper()
	for _, tool := range append(append([]*toolset.Tool{}, c.Public...), c.Staff...) {
		if tool.Name == name {
			return tool
		}
	}
	t.Fatalf("there is no tool %s", name)
	return nil
}

// TestAuthoringTools is the contract's "MCP tools": what update tools add, what
// the server stamps, and what is required where.
func TestAuthoringTools(t *testing.T) {
	const site = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: Tea-Notes }
spec:
  title: { zh-TW: 茶, en: Tea notes }
  lifecycle: %s
  schema:
    type: object
    readOnly: %v
    required: [text, at]
    properties:
      text: { type: string }
      more: { type: string }
      at: { type: integer, x-service-bind: now }
      by: { $ref: '#/$defs/author' }
      made: { $ref: '#/$defs/made' }
    $defs:
      author: { $ref: '#/$defs/me' }
      me: { type: string, x-service-bind: ctx.user }
      made: { type: object, required: [by, how], properties: { by: { $ref: '#/$defs/author' }, how: { type: string } } }
`
	for _, test := range []struct {
		lifecycle plan.Lifecycle
		readOnly  bool
		want      []string
	}{
		{plan.Publishing, false, []string{
			"create_draft_tea_notes contributor made more text; needs",
			"update_draft_tea_notes contributor expected_draft expected_version id made more text; needs id expected_version",
		}},
		{plan.Operational, false, []string{
			"create_record_tea_notes editor made more text; needs text",
			"update_record_tea_notes editor expected_version id made more text; needs id expected_version",
		}},
		{plan.Operational, true, nil},
		{plan.Publishing, true, nil},
	} {
		t.Run(fmt.Sprintf("%s, readOnly %v", test.lifecycle, test.readOnly), func(t *testing.T) {
			var got []string
			for _, tool := range toolset.New(plantest.Seal(t, fmt.Sprintf(site, test.lifecycle, test.readOnly))).Staff {
				if tool.Operation == toolset.Create || tool.Operation == toolset.Update {
					got = append(got, tool.Name+" "+string(tool.Role)+outline(tool.Input))
					if inner := outline(tool.Input["$defs"].(map[string]any)["made"].(map[string]any)); inner != " how; needs how" {
						t.Errorf("%s offers in made%s", tool.Name, inner)
					}
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// outline is the names of the properties and of the required ones.
func outline(input map[string]any) string {
	names := []string{}
	for name := range input["properties"].(map[string]any) {
		names = append(names, name)
	}
	line := ""
	for _, name := range sortedCopy(names) {
		line += " " + name
	}
	line += "; needs"
	required, _ := input["required"].([]any)
	for _, name := range required {
		line += " " + name.(string)
	}
	return line
}
