package mcp_test

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
)

// drafts are the two that clients read schemas as.
var drafts = map[string]*jsonschema.Draft{"draft-07": jsonschema.Draft7, "2020-12": jsonschema.Draft2020}

// compiled reads a tool's schema the way clients do.
func compiled(t testing.TB, draft *jsonschema.Draft, schema map[string]any) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(jsonvalue.Append(nil, schema)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(draft)
	if err := c.AddResource("tool.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("tool.json")
	if err != nil {
		t.Fatalf("%v: %s", err, jsonvalue.Append(nil, schema))
	}
	return s
}

// promises are the output schemas of the tools of a site, as both drafts.
type promises map[string][]*jsonschema.Schema

func promisesOf(t testing.TB, c *toolset.Set) promises {
	t.Helper()
	out := promises{}
	for _, tool := range append(append([]*toolset.Tool{}, c.Public...), c.Staff...) {
		for _, draft := range drafts {
			compiled(t, draft, tool.Input)
			if tool.Output != nil {
				out[tool.Name] = append(out[tool.Name], compiled(t, draft, tool.Output))
			}
		}
	}
	return out
}

// keep checks that an answer, a success or a failure, is what its tool promises.
func (p promises) keep(t testing.TB, tool string, structured []byte) {
	t.Helper()
	if structured == nil {
		return
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(structured))
	if err != nil {
		t.Fatal(err)
	}
	for _, schema := range p[tool] {
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s does not keep its outputSchema: %v\n%s", tool, err, structured)
		}
	}
}
