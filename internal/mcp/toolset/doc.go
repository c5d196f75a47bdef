// Package toolset derives the MCP tools of a site from its plan: their names,
// words, hints and JSON Schemas, who may call them, and what each of them is in
// the plan. It knows neither requests nor the protocol.
package toolset
