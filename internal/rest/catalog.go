package rest

import (
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// catalog is the whole answer of GET /api/views: a descriptor of each public
// View, by name.
func catalog(views []*plan.View) []byte {
	descriptors := []any{}
	for _, v := range views {
		if v.Surface() == plan.Public {
			descriptors = append(descriptors, descriptor(v))
		}
	}
	body := jsonvalue.Append([]byte(httpx.Success), descriptors)
	return append(body, httpx.SuccessEnd...)
}

// descriptor is the "Public View descriptor".
func descriptor(v *plan.View) map[string]any {
	d := map[string]any{
		"name":        v.Name(),
		"description": v.Words().Value(),
		"inputSchema": inputSchema(v.Params()),
	}
	if title := v.Title(); !title.IsZero() {
		d["title"] = title.Value()
	}
	return d
}

// inputSchema is the declared properties beside the optional numbers page and
// show, with required carried through.
func inputSchema(params *plan.Params) map[string]any {
	properties := map[string]any{
		"page": map[string]any{"type": "number"},
		"show": map[string]any{"type": "number"},
	}
	schema := map[string]any{"type": "object", "properties": properties}
	doc := params.Document()
	declared, _ := doc["properties"].(map[string]any)
	for name, each := range declared {
		properties[name] = each
	}
	for _, key := range []string{"required", "$defs"} {
		if v, ok := doc[key]; ok {
			schema[key] = v
		}
	}
	return schema
}
