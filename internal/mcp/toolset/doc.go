// Package toolset derives the MCP tools of a site from its plan: their names,
// descriptions, hints and JSON Schemas, who may call them, and which part of
// the plan each of them stands for. It knows neither requests nor the protocol.
package toolset
