package quartet

import (
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"

	"github.com/quartet-dev/quartet/internal/mcp"
	"github.com/quartet-dev/quartet/internal/oauth"
)

// mcpPath is the path of the one resource that tokens for MCP are for
// (contract, MCP token rules).
const mcpPath = "/mcp"

// tools makes the MCP surfaces of a site that users can sign in to.
func (s *Service) tools(log *slog.Logger) *mcp.Surface {
	return mcp.New(mcp.Options{
		Service: s.content, Authenticate: s.signIn.tokenHolder, Origin: s.signIn.origin,
		Site: s.live.Config, Version: moduleVersion(), Log: log,
	})
}

const modulePath = "github.com/quartet-dev/quartet"

// moduleVersion is the version of this module in the program, as far as the
// build knows.
func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, module := range append(info.Deps, &info.Main) {
		if module.Path == modulePath {
			return module.Version
		}
	}
	return "unknown"
}

// tokenHolder says who calls an MCP surface.
func (in *signIn) tokenHolder(r *http.Request) (Caller, error) {
	caller, err := in.surface.AuthenticateToken(r, mcpPath, mcp.Scope)
	var refused *oauth.Error
	if !errors.As(err, &refused) {
		return caller, err
	}
	refusal := &mcp.Refusal{Status: refused.Status, Challenge: refused.Challenge, Message: refused.Description}
	if refused.AsksForNonce() {
		refusal.Nonce = in.provider.Nonce()
	}
	return caller, refusal
}
