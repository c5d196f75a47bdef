// Package identitytest has people who sign in to a running site and agents that
// they connect, all by HTTP as a browser and a client of MCP would do it.
package identitytest
