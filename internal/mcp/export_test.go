package mcp

// Shows is what decides whether a View shows an entry to a caller.
var Shows = visibleVia
