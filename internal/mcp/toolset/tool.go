package toolset

import (
	"cmp"
	"slices"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Operation is what a tool does.
type Operation uint8

// The operations. Those from Create to Get work on entries.
const (
	Query  Operation = iota // View
	Invoke                  // Procedure
	Create                  // Schema
	Update                  // Schema
	RequestPublish
	Unpublish
	Archive
	Delete
	List
	Get
	CreateUpload // media
	CommitUpload // media
)

// Tool is one MCP tool. Input and Output are JSON Schemas that 2020-12 and
// draft-07 read alike; Output is nil where nothing is promised, and otherwise
// covers failures too, since clients hold those against it as well. They must
// not be changed.
type Tool struct {
	Name        string
	Title       string
	Description string
	Input       map[string]any
	Output      map[string]any
	Hints       Hints

	Requires *plan.Requirements // of the View or Procedure
	Role     principal.Role     // the least staff role; "" for any caller

	Operation Operation
	View      *plan.View
	Procedure *plan.Procedure
	Schema    *plan.Schema
}

// Hints are the tool's annotations. What a hint does not claim is the worst
// case, as the protocol has it.
type Hints struct {
	ReadOnly    bool // changes nothing
	Destructive bool // changes or removes what is there, rather than adding to it
	Idempotent  bool // the same call again has no further effect
	OpenWorld   bool // may reach what lies outside the service
}

// Set is the tools of both surfaces, each by name.
type Set struct {
	Public []*Tool
	Staff  []*Tool
}

// New derives the tools of a plan (the contract's "MCP tools").
func New(p *plan.Plan) *Set {
	c := &Set{}
	for _, v := range p.Views() {
		c.add(v.Surface(), viewTool(p, v))
	}
	for _, t := range p.Triggers() {
		if t.Kind() == plan.SourceMCP {
			c.add(t.Surface(), procedureTool(p, t))
		}
	}
	for _, s := range p.Schemas() {
		if !s.ReadOnly() {
			c.Staff = append(c.Staff, createTool(p, s), updateTool(p, s))
		}
	}
	c.Staff = append(c.Staff, entryTools(p)...)
	slices.SortFunc(c.Public, byName)
	slices.SortFunc(c.Staff, byName)
	return c
}

func (c *Set) add(surface plan.Surface, t *Tool) {
	switch surface {
	case plan.Public:
		c.Public = append(c.Public, t)
	case plan.Staff:
		c.Staff = append(c.Staff, t)
	}
}

func byName(a, b *Tool) int { return cmp.Compare(a.Name, b.Name) }
