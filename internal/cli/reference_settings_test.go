package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/settings"
)

func settingsPage(t *testing.T, b *strings.Builder) {
	addLine(b, "# Settings")
	addLine(b, "")
	addLine(b, "Every key of `quartet.yaml`, and every variable that the programs read. All have a default, so a site needs none of them. This page is made of the code;")
	addLine(b, "[operating.md](operating.md#settings) explains how the keys work together. [Editors](editors.md) show the same words while you write.")
	addLine(b, "")
	addLine(b, "## quartet.yaml")
	addLine(b, "")
	addLine(b, "`a.b` is the key `b` in the mapping `a`, and `a[].b` the key `b` of each item of the list `a`. A default in **bold** is a value that you could write.")
	addLine(b, "")
	addLine(b, "| key | what it takes, and what it means |")
	addLine(b, "|---|---|")
	words := settingWords(t)
	keysOf(settings.File(), "", func(path, takes string) {
		if words[path] == "" {
			return // what a variant says of the same key
		}
		addLine(b, "| `%s` | *%s.* %s |", path, cell(takes), cell(code(escaped(words[path]))))
		delete(words, path)
	})
	for path := range words {
		t.Errorf("%s has words and no form", path)
	}
	addLine(b, "")
	addLine(b, "## Variables")
	addLine(b, "")
	addLine(b, "Secrets are variables, and never keys of a file. A file `.env` in the site folder may have them too, a `NAME=value` a line; the environment wins over it.")
	addLine(b, "`handlers.env` names further variables for your own handlers.")
	addLine(b, "")
	addLine(b, "| variable | meaning |")
	addLine(b, "|---|---|")
	for _, each := range linesOf(t, "variables.txt", 2) {
		addLine(b, "| `%s` | %s |", each[0], cell(each[1]))
	}
}

// code marks the values of a default.
func code(words string) string { return defaultOf.ReplaceAllString(words, "Default: **`$1`**.") }

// defaultOf is a default of one word with a sign or a digit in it, or a truth value.
var defaultOf = regexp.MustCompile(`Default: (true|false|[0-9]+|[a-z]+:\.[a-z./]+|slug|CMS|Quartet)\.`)

// settingWords are what editors show of each setting.
func settingWords(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../manifest/language/settings.txt")
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]string{}
	for each := range strings.Lines(string(text)) {
		path, says, _ := strings.Cut(strings.TrimSuffix(each, "\n"), ": ")
		words[path] = says
	}
	return words
}

// keysOf tells every key below a place, in the order of the file.
func keysOf(f settings.Form, path string, tell func(path, takes string)) {
	switch f.Type {
	case settings.Mapping:
		for _, key := range f.Keys {
			below := key.Name
			if path != "" {
				below = path + "." + key.Name
			}
			takes := takenBy(key.Form)
			if key.Required {
				takes += "; required"
			}
			tell(below, takes)
			keysOf(key.Form, below, tell)
		}
	case settings.ByKind:
		for _, kind := range f.Kinds {
			keysOf(kind, path, tell)
		}
	case settings.Either:
		for _, form := range f.Forms {
			keysOf(form, path, tell)
		}
	case settings.ListOf:
		keysOf(*f.Item, path+"[]", tell)
	}
}

// takenBy says what a key takes.
func takenBy(f settings.Form) string {
	switch f.Type {
	case settings.Flag:
		return "`true`, `false`"
	case settings.Number:
		return "a number"
	case settings.WholeNumber:
		return "0 to " + grouped(f.Max)
	case settings.ListOf:
		return "a list"
	case settings.MapOf, settings.Mapping, settings.ByKind:
		return "a mapping"
	case settings.Either:
		var all []string
		for _, form := range f.Forms {
			all = append(all, takenBy(form))
		}
		return strings.Join(slices.Compact(all), ", or ")
	}
	if f.Values != nil {
		return "`" + strings.Join(f.Values, "`, `") + "`"
	}
	return "a text"
}

// variable is a name that may be one of the environment.
var variable = regexp.MustCompile(`^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$`)

// prefixed are names behind OTEL_EXPORTER_OTLP_, which have a row together.
var prefixed = map[string]bool{"CLIENT_KEY": true, "CLIENT_CERTIFICATE": true}

// Every variable that the settings read, or that some package asks the environment for, is in
// the list, and the list has no other.
func TestEveryVariableIsListed(t *testing.T) {
	read := map[string]bool{}
	for _, folder := range []string{"../settings", "../media/storage/s3", "../traces", "."} {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, each := range files {
			if !strings.HasSuffix(each, "_test.go") {
				maps.Copy(read, variablesOf(t, each))
			}
		}
	}
	listed := map[string]bool{}
	for _, each := range linesOf(t, "variables.txt", 2) {
		for name := range strings.SplitSeq(each[0], "`, `") {
			listed[name] = true
		}
	}
	for name := range read {
		if !listed[name] && !prefixed[name] {
			t.Errorf("variables.txt does not have %s", name)
		}
	}
	for name := range listed {
		if !read[name] && variable.MatchString(name) && !strings.HasPrefix(name, "OTEL_") {
			t.Errorf("nobody reads %s", name)
		}
	}
}

func variablesOf(t *testing.T, path string) map[string]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		literal, ok := node.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		if name, err := strconv.Unquote(literal.Value); err == nil && variable.MatchString(name) {
			found[name] = true
		}
		return true
	})
	return found
}
