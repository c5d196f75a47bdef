package admin

import (
	"context"
	"encoding/json"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Tools are the MCP tools of both surfaces.
type Tools interface {
	// Try runs a tool for a caller, with arguments as JSON, and gives its result as
	// JSON. An unknown tool is NOT_FOUND.
	Try(ctx context.Context, caller content.Caller, surface plan.Surface, tool string, arguments []byte) ([]byte, error)
}

// tryTool runs an MCP tool as the reader of the developer console, so that its
// answer can be seen without an agent.
func (s *Surface) tryTool(q *request) error {
	arguments, err := q.object("arguments")
	if err != nil {
		return err
	}
	name, err := q.text("tool")
	if err != nil {
		return err
	}
	surface, err := q.text("surface")
	if err != nil {
		return err
	}
	if surface != string(plan.Public) && surface != string(plan.Staff) {
		return wrong("surface", "Must be public or staff.", "public or staff")
	}
	result, err := s.Tools.Try(q.Context(), q.caller, plan.Surface(surface), name, jsonvalue.Append(nil, arguments))
	return q.answer(wire.ToolResult{Result: json.RawMessage(result)}, err)
}
