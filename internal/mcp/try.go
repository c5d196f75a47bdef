package mcp

import (
	"context"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Try runs a tool of a surface for a caller whom another surface has admitted,
// and gives what an agent would find in the result: a JSON value. Nothing is
// allowed here that the tool refuses to an agent of the same person. An unknown
// tool is NOT_FOUND.
func (s *Surface) Try(ctx context.Context, caller content.Caller, surface plan.Surface, tool string, arguments []byte) ([]byte, error) {
	v := s.server(surface == plan.Staff)
	t := v.tools[tool]
	if t == nil {
		return nil, diag.At(diag.NotFound, "input#/tool", "There is no such tool on this surface.")
	}
	if surface == plan.Staff && caller.Staff == nil {
		return nil, diag.At(diag.AuthDenied, "input#/surface", "This surface is for staff.")
	}
	ctx = context.WithValue(ctx, toolRequestKey{}, &toolRequest{caller: caller, server: v})
	body, _, err := v.run(ctx, t, arguments)
	return body, err
}
