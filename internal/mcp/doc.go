// Package mcp serves the contract's two MCP surfaces, /mcp and /mcp/staff:
// the tools of package toolset, and published entries as resources. It turns
// each call into one on content, with the caller that the Authenticator found.
//
// The protocol is that of modelcontextprotocol/go-sdk, over streamable HTTP
// without sessions. This package adds what the SDK leaves to its user: who
// calls, what a caller sees of a list, limits on arguments, failures as
// diagnostics, and recovery from panics.
package mcp
