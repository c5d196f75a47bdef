package templates

import (
	"strconv"
	"strings"
	"text/template/parse"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// The names under which the layout and the main content of a page are defined.
const (
	layoutName = "layout"
	mainName   = "main"
)

// definition is a template that {{ template }} can call, and where it stands.
type definition struct {
	name string
	file *file
	tree *parse.Tree

	// check is an {{ if _check }}{{ end }} whose place is known as one of the
	// file's: copies of it become part of the tree.
	check *parse.IfNode
}

// definitions are the templates of one page by name.
type definitions map[string]*definition

// parseFile gives what a file defines: itself as name, then everything that it
// defines within.
func parseFile(f *file, name string) (found []*definition, problem *diag.Diagnostic) {
	if _, _, err := parseText(f.mark, f.text); err != nil {
		return nil, f.syntax(err)
	}
	// The text once more, with a check behind it: the nodes of that one know the
	// text, as those of the file do, and what is written stays where it is.
	root, trees, err := parseText(f.mark, f.text+"{{if "+checkFunc+"}}{{end}}")
	if err != nil {
		return nil, f.syntax(err)
	}
	last := len(root.Root.Nodes) - 1
	check := root.Root.Nodes[last].(*parse.IfNode)
	root.Root.Nodes = root.Root.Nodes[:last]
	delete(trees, f.mark)
	if inner, ok := trees[name]; ok && parse.IsEmptyTree(root.Root) {
		root = inner // the whole file is {{ define "main" }}, as some are used to
	}
	trees[name] = root
	for each, tree := range trees {
		found = append(found, &definition{name: each, file: f, tree: tree, check: check})
	}
	return found, nil
}

func parseText(mark, text string) (*parse.Tree, map[string]*parse.Tree, error) {
	tree := parse.New(mark)
	tree.Mode = parse.SkipFuncCheck // they are checked with their places
	trees := make(map[string]*parse.Tree)
	tree, err := tree.Parse(text, "", "", trees)
	return tree, trees, err
}

// parseError is how the parser says what is wrong: it knows the line alone.
var parseError = lazyregexp.New(`(?s)^template: #\d+:(\d+): (.*)$`)

// quoted is what a message of the parser quotes from the text.
var quoted = lazyregexp.New(`[<"]([^<">]+)[">]`)

// syntax is the diagnostic of an error of the parser.
func (f *file) syntax(err error) *diag.Diagnostic {
	parts := parseError.FindStringSubmatch(err.Error())
	if parts == nil {
		return invalid(&diag.Source{File: f.shown}, "The template does not parse: %v.", err)
	}
	line, _ := strconv.Atoi(parts[1])
	message := strings.ReplaceAll(parts[2], f.mark, f.shown)
	if at, name := f.unclosed(); message == unexpectedEnd && name != "" {
		return invalid(f.at(at), "The template does not parse: this {{ %s }} has no {{ end }}.", name)
	}
	return invalid(f.at(f.mistake(line, message)), "The template does not parse: %s.", message)
}

// mistake guesses the byte that a message of the parser is about: what it quotes,
// or else the last action that begins on the line.
func (f *file) mistake(line int, message string) int {
	start := f.offset(line, 0)
	text, _, _ := strings.Cut(f.text[start:], "\n")
	action := max(strings.LastIndex(text, "{{"), 0)
	if q := quoted.FindStringSubmatch(message); q != nil && strings.Count(text, q[1]) == 1 {
		action = strings.Index(text, q[1])
	}
	return start + action
}

// unexpectedEnd is the message of the parser about a block without its end.
const unexpectedEnd = "unexpected EOF"

// bracket is an action that begins or ends a block.
var bracket = lazyregexp.New(`\{\{-?\s*(if|range|with|block|define|end)\b`)

// unclosed guesses the block without an end: its byte and its name.
func (f *file) unclosed() (at int, name string) {
	var open [][]int
	for _, each := range bracket.FindAllStringSubmatchIndex(f.text, -1) {
		switch {
		case f.text[each[2]:each[3]] != "end":
			open = append(open, each)
		case len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return len(f.text), ""
	}
	last := open[len(open)-1]
	return last[0], f.text[last[2]:last[3]]
}
