// Package identitytest signs people in to a running site and connects their
// agents, over HTTP as a browser and an MCP client do it.
package identitytest
