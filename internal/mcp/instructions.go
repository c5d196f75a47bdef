package mcp

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/site"
)

// The instructions tell an agent what it has before it, in few words: they are
// read at every connection.

func publicInstructions(c *site.Config) string {
	return introduction(c, "what its readers may see and do.") + `

- query_view_… tools read one page of a list. Ask for the next one with page while hasMore is true.
- The other tools act for the person who connected you. A failure names a code and the argument at fault in path; mend that argument before you try again.
` + denialHelp + `
- Resources, where there are any, are published entries.`
}

func staffInstructions(c *site.Config) string {
	return introduction(c, "what its staff work with.") + `

- Begin with list_entries, then get_entry for the data and the version of one. query_view_… tools are the site's own reports.
- Where entries have drafts: create_draft_… or update_draft_…, then request_publish once a person has agreed. Readers see published entries only: an update of one is a pending draft until then, whose number the answer tells; send it as expected_draft with the next one.
- Every change raises version. Send the version that you read as expected_version; CONFLICT means that somebody was quicker, so read the entry again and look at what they did.
` + denialHelp
}

// denialHelp distinguishes what no agent can mend from what its client can.
const denialHelp = `- AUTH_DENIED means that the role of the person who connected you, or a rule of the site, does not allow the call: tell them, do not try other ways.
- HTTP 403 insufficient_scope means that your access token lacks a scope; the person's role is enough. Your client can ask them for the scopes that the answer names. Such tools are listed before you have the scope.`

func introduction(c *site.Config, what string) string {
	name := c.Title
	if description := strings.TrimSpace(c.Description); description != "" {
		name += " (" + strings.TrimRight(description, ".") + ")"
	}
	return "This is " + name + ": " + what
}
