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
func (s *Service) tools(origin string, authenticate mcp.Authenticator, log *slog.Logger) *mcp.Surface {
	return mcp.New(mcp.Options{
		Service: s.content, Authenticate: authenticate, Origin: origin,
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
	caller, err := in.surface.AuthenticateToken(r, mcpPath)
	return caller, in.refusal(err)
}

// refusal is a refusal of the provider as a surface answers it; any other error
// as it is.
func (in *signIn) refusal(err error) error {
	var refused *oauth.Error
	if !errors.As(err, &refused) || refused.Status >= http.StatusInternalServerError {
		return err
	}
	refusal := &TokenRefusal{Status: refused.Status, Challenge: refused.Challenge, Message: refused.Description}
	if refused.AsksForNonce() {
		refusal.Nonce = in.provider.Nonce()
	}
	return refusal
}
