package toolset

import (
	"github.com/quartet-dev/quartet/internal/jsonschema/portable"
	"github.com/quartet-dev/quartet/internal/plan"
)

// translator writes schemas as clients of MCP read them.
func translator(p *plan.Plan) portable.Translator {
	return portable.Translator{Collection: func(name string) bool { return p.Schema(name) != nil }}
}

// outputTranslator is translator for what a tool answers.
func outputTranslator(p *plan.Plan) portable.Translator {
	t := translator(p)
	t.Output = true
	return t
}

// authorTranslator is translator without what the server stamps into entries of
// a Schema.
func authorTranslator(p *plan.Plan, s *plan.Schema) portable.Translator {
	t := translator(p)
	t.Omit = s.Stamps
	return t
}
