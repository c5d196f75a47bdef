package yamldoc

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Limits of a file and of each of its documents. Aliases and nodes count what
// an alias stands for each time it is used.
const (
	maxBytes   = 4 << 20
	maxDepth   = 50_000
	maxNodes   = 1_000_000
	maxAliases = 100
)

// Parse reads every document of data. file names it in diagnostics. Empty
// documents are skipped. Every problem is an INVALID_MANIFEST_ENVELOPE
// diagnostic in phase validate with its position (path "" since no atom is
// known yet); a document with a problem is left out of the result. A syntax
// error ends its own document alone: the next `---` starts afresh.
//
// A number that is not finite, which JSON cannot hold, is a problem too, but for
// the places with these pointers, where it is text.
func Parse(file string, data []byte, infinite ...string) ([]*Document, diag.List) {
	r := reader{file: file, infinite: infinite}
	if len(data) > maxBytes {
		r.problem(Position{1, 1}, "The file is larger than 4 MiB.")
		return nil, r.problems
	}
	for _, each := range split(data) {
		r.read(each)
	}
	return r.documents, r.problems
}

type reader struct {
	file      string
	infinite  []string // pointers of values that need not be finite
	index     int      // of the document at hand
	documents []*Document
	problems  diag.List
}

func (r *reader) problem(at Position, message string) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: diag.InvalidManifestEnvelope, Phase: diag.Validate, Severity: diag.Error,
		Message: message,
		Source:  &diag.Source{File: r.file, Document: r.index, Line: at.Line, Column: at.Column},
	}
	r.problems.Add(d)
	return d
}

// read takes the documents of one part, up to its first syntax error.
func (r *reader) read(p part) {
	if at, reason := firstRefused(p); reason != "" {
		r.index++
		r.problem(at, reason)
		return
	}
	loader, err := yaml.NewLoader(bytes.NewReader(p.text), yaml.WithPlugin(loaderlimits.New(
		loaderlimits.DepthValue(maxDepth), loaderlimits.AliasNone())))
	for err == nil {
		var node yaml.Node
		if err = loader.Load(&node); err == nil {
			r.index++
			r.document(&node, p)
		}
	}
	if !errors.Is(err, io.EOF) {
		r.index++
		r.syntaxError(err, p)
	}
}

func (r *reader) syntaxError(err error, p part) {
	at, message := Position{Line: p.line + 1, Column: 1}, err.Error()
	var found *yaml.LoadError
	if errors.As(err, &found) {
		message = found.Message
		if found.ContextMsg != "" {
			message = fmt.Sprintf("%s %s", message, found.ContextMsg)
		}
		if found.Mark.Line > 0 {
			at = Position{Line: p.line + found.Mark.Line, Column: max(found.Mark.Column, 1)}
		}
	}
	r.problem(at, "The YAML is not well formed: "+message+".").Suggestion = p.unquoted(at)
}

func (r *reader) document(node *yaml.Node, p part) {
	if len(node.Content) == 0 || isEmpty(node.Content[0]) {
		return
	}
	before := len(r.problems)
	b := builder{reader: r, lines: p.line, targets: make(map[*yaml.Node]target)}
	root := b.node(node.Content[0])
	if len(r.problems) == before {
		r.documents = append(r.documents, &Document{File: r.file, Index: r.index, Root: root, Line: p.line + 1, Text: string(p.text)})
	}
}

// isEmpty reports whether a document has no content at all; one that says null has.
func isEmpty(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style == 0 && n.Anchor == ""
}
