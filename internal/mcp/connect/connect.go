// Package connect explains how to connect an agent to the MCP surfaces of a
// site: what to paste where, for the common clients.
package connect

import (
	"encoding/json"
	"net/url"
	"strings"
)

// Client is one way to connect. Text is what goes into Where as it is.
type Client struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Where string `json:"where"` // a terminal, a file, or a place in the client
	Text  string `json:"text"`
	Note  string `json:"note,omitempty"` // one sentence; "" for none
}

// URL is the address of a surface: /mcp, or /mcp/staff for staff. origin is
// PUBLIC_ORIGIN, without a trailing slash.
func URL(origin string, staff bool) string {
	if staff {
		return origin + "/mcp/staff"
	}
	return origin + "/mcp"
}

// Clients lists the ways to connect to a surface. A client that runs on
// somebody's own machine signs in through the browser; one that runs elsewhere
// cannot reach an origin of loopback, and is left out for one.
func Clients(origin string, staff bool) []Client {
	address, name := URL(origin, staff), nameOf(origin, staff)
	clients := []Client{
		{ID: "claude-code", Name: "Claude Code", Where: "a terminal", Text: "claude mcp add --transport http " + name + " " + address, Note: "Then /mcp in Claude Code signs in."},
		{ID: "cursor", Name: "Cursor", Where: "~/.cursor/mcp.json", Text: entry("mcpServers", name, remote{URL: address})},
		{ID: "vscode", Name: "VS Code", Where: ".vscode/mcp.json", Text: entry("servers", name, remote{Type: "http", URL: address})},
	}
	bridge := remote{Command: "npx", Args: []string{"-y", "mcp-remote", address}}
	if isLocal(origin) {
		return append(clients,
			Client{ID: "claude-desktop", Name: "Claude Desktop", Where: "claude_desktop_config.json", Text: entry("mcpServers", name, bridge), Note: "Needs Node.js."},
			generic(name, bridge))
	}
	return append(clients,
		Client{ID: "claude-desktop", Name: "Claude Desktop", Where: "Settings, Connectors, Add custom connector", Text: address},
		Client{ID: "chatgpt", Name: "ChatGPT", Where: "Settings, Connectors, Create (in developer mode)", Text: address, Note: "Choose OAuth for authentication."},
		generic(name, bridge))
}

func generic(name string, bridge remote) Client {
	return Client{
		ID: "mcp-remote", Name: "Any other client", Where: "its settings of MCP servers", Text: entry("mcpServers", name, bridge),
		Note: "For clients that start a program: mcp-remote connects them to the site. It needs Node.js.",
	}
}

// Hint is what a terminal says about it: a line for each surface.
func Hint(origin string) string {
	return "Connect an agent:  " + Clients(origin, false)[0].Text + "\n" +
		"  as staff:        " + Clients(origin, true)[0].Text + "\n"
}

// remote is a server in the files of clients.
type remote struct {
	Type    string   `json:"type,omitempty"`
	URL     string   `json:"url,omitempty"`
	Command string   `json:"command,omitempty"`
	Args    []string `json:"args,omitempty"`
}

func entry(section, name string, r remote) string {
	text, _ := json.MarshalIndent(map[string]map[string]remote{section: {name: r}}, "", "  ") // holds nothing but texts
	return string(text)
}

// nameOf is what a client calls the surface: the host in letters, digits and
// dashes, which every client takes.
func nameOf(origin string, staff bool) string {
	host := "quartet"
	if u, err := url.Parse(origin); err == nil && u.Hostname() != "" && !isLocal(origin) {
		host = strings.Map(func(r rune) rune {
			if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
				return r
			}
			return '-'
		}, strings.ToLower(u.Hostname()))
	}
	if staff {
		return host + "-staff"
	}
	return host
}

func isLocal(origin string) bool {
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	switch u.Hostname() {
	case "localhost", "127.0.0.1", "::1":
		return true
	}
	return false
}
