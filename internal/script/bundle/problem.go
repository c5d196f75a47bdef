package bundle

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// fault is what the plugins say of an import or a file; it travels in the Detail
// of a message.
type fault struct {
	code       diag.Code
	suggestion string
}

// failed is a message that esbuild puts at the import which is resolved or loaded.
func failed(code diag.Code, message, suggestion string) []api.Message {
	return []api.Message{{Text: message, Detail: fault{code, suggestion}}}
}

// missingImport is what esbuild says of an import that it does not find.
var missingImport = lazyregexp.New(`^Could not resolve "(.*)"$`)

// problem is a message of esbuild as a diagnostic.
func (o Options) problem(m api.Message) *diag.Diagnostic {
	if name := missingImport.FindStringSubmatch(m.Text); name != nil {
		ours := notFound(name[1])[0]
		m.Text, m.Detail = ours.Text, ours.Detail
	}
	f, ours := m.Detail.(fault)
	if !ours {
		f = fault{code: codeOf(m.Text)}
	}
	d := o.refuse(f.code, Folder, sentence(strings.ReplaceAll(m.Text, `"`+embeddedNamespace+":", `"`)))
	d.Suggestion = f.suggestion
	if strings.HasPrefix(m.Text, "Top-level await") {
		d.Message = "A module cannot wait while it is evaluated (top-level await)."
		d.Suggestion = "Wait inside of the handler; a variable of the module keeps what it gave."
	}
	if at := m.Location; at != nil && at.File != entryPoint {
		d.Source = &diag.Source{File: shown(o.Prefix, at.File), Line: at.Line, Column: columnOf(at)}
	}
	return d
}

// codeOf tells apart what esbuild itself finds: an import of what another file
// does not have, and text that is no JavaScript or TypeScript.
func codeOf(text string) diag.Code {
	for _, each := range []string{"No matching export", "Ambiguous import", "Could not resolve", "No loader is configured"} {
		if strings.HasPrefix(text, each) {
			return diag.HandlerImportUnresolved
		}
	}
	return diag.HandlerSyntaxInvalid
}

// sentence ends a message with a full stop, as those of diagnostics do.
func sentence(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// columnOf counts characters from 1, where esbuild counts bytes from 0.
func columnOf(at *api.Location) int {
	return utf8.RuneCountInString(at.LineText[:min(at.Column, len(at.LineText))]) + 1
}

// exportsOf reads the exports of the one output that a metafile has.
func exportsOf(metafile string) (names []string) {
	var built struct {
		Outputs map[string]struct {
			Exports []string `json:"exports"`
		} `json:"outputs"`
	}
	_ = json.Unmarshal([]byte(metafile), &built) // a build that failed has none
	for each := range maps.Values(built.Outputs) {
		names = append(names, each.Exports...)
	}
	slices.Sort(names)
	return names
}
