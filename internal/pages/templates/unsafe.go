package templates

import (
	"errors"
	"html/template"

	"github.com/quartet-dev/quartet/internal/diag"
)

// reasons say what html/template refuses, where its own words are those of its
// implementation.
var reasons = map[template.ErrorCode]string{
	template.ErrBranchEnd:        "one branch ends where a tag, a quote or a script is open, and the other does not",
	template.ErrRangeLoopReentry: "a range ends where a tag, a quote or a script is open that was not when it began",
	template.ErrOutputContext:    "a template that calls itself does not end as it begins: a tag, a quote or a script is open",
	template.ErrEndContext:       "it ends where a tag, a quote or a script is open",
}

// unsafe is the diagnostic of what html/template refuses to escape. Where the
// content of the page is refused by itself, the finding is about that: a quote
// that it leaves open would be found somewhere in the layout.
func (p *pool) unsafe(err error) *diag.Diagnostic {
	main := &pool{set: p.set, page: p.page, root: mainName, parts: p.parts}
	if _, alone := main.make(); alone != nil && hasMain(p.parts) {
		err, p = alone, main
	}
	var refused *template.Error
	if !errors.As(err, &refused) {
		return invalid(&diag.Source{File: p.page.shown}, "The template cannot be used: %v.", err)
	}
	reason := refused.Description
	if known, ok := reasons[refused.ErrorCode]; ok {
		reason = known
	}
	return invalid(p.placeOf(refused), "The template is not safe HTML: %s.", reason)
}

// placeOf is the place of a node, or the end of what is rendered.
func (p *pool) placeOf(refused *template.Error) *diag.Source {
	if refused.Node != nil {
		if source := p.set.locate(refused.Node); source != nil {
			return source
		}
	}
	for _, each := range p.parts {
		if each.name == p.root {
			return each.file.at(len(each.file.text))
		}
	}
	return &diag.Source{File: p.page.shown}
}
