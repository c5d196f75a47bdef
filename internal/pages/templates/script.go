package templates

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

var (
	// scriptSource finds where a script element is loaded from.
	scriptSource = lazyregexp.New(`(?i)<script\b[^>]*?\ssrc\s*=\s*["']?\s*(\{\{-?\s*asset\b|[^"'\s>{]+)`)

	comments = lazyregexp.New(`(?s)<!--.*?-->|\{\{-?\s*/\*.*?\*/\s*-?\}\}`)
	scheme   = lazyregexp.New(`^[A-Za-z][A-Za-z0-9+.-]*:`)
)

// deadScripts warns of scripts of the site's own that its pages do not run.
func (f *file) deadScripts() (problems diag.List) {
	text := comments.ReplaceAllStringFunc(f.text, func(comment string) string { return strings.Repeat(" ", len(comment)) })
	for _, found := range scriptSource.FindAllStringSubmatchIndex(text, -1) {
		source := text[found[2]:found[3]]
		if strings.HasPrefix(source, "//") || scheme.MatchString(source) {
			continue
		}
		problem := invalid(f.at(found[0]), "This script does not run: the pages admit no scripts of the site until pages.csp does.")
		problem.Severity = diag.Warning
		problem.Suggestion = `Add pages: { csp: { script-src: ["'self'"] } } to quartet.yaml.`
		problems.Add(problem)
	}
	return problems
}
