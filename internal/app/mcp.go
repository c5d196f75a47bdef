package app

import (
	"runtime/debug"

	"github.com/quartet-dev/quartet/internal/mcp"
)

// mcpPath is the path of the one resource that tokens for MCP are for
// (contract, MCP token rules).
const mcpPath = "/mcp"

// agents makes the MCP surfaces of a site that users can sign in to.
func (b *boot) agents(a *App, authenticate mcp.Authenticator) *mcp.Surface {
	return mcp.New(mcp.Options{
		Service: a.content, Authenticate: authenticate, Origin: b.settings.Auth.Origin,
		Site: a.live.Config, Media: a.media, Version: moduleVersion(), Log: b.Logger,
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
