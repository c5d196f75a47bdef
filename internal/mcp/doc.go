// Package mcp serves the contract's two MCP surfaces, /mcp and /mcp/staff: tools
// from the catalogue, and published entries as resources. It turns each call
// into one on content, with the caller that the Authenticator found.
//
// The protocol is modelcontextprotocol/go-sdk's, over streamable HTTP without
// sessions. What the SDK leaves to its user is here: who calls, what they see of
// a list, arguments held against limits, failures as diagnostics, and panics
// that end a call and not the process.
package mcp
