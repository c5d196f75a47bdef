// Package handbook is the handbook of the program as pages: its contents in order, each
// page as Markdown or HTML with links that lead where the caller says, and a search.
// Nothing of it is read before somebody asks.
package handbook
