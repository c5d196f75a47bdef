package templates_test

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/pages/page"
)

// dotted are the names in backquotes of a text, such as `.Title`.
var dotted = regexp.MustCompile("`\\.([A-Z]\\w*)`")

// The handbook has a row for every name that a template reads, and for no other.
func TestHandbookNamesWhatATemplateReads(t *testing.T) {
	written, err := os.ReadFile("../../../docs/pages.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := func(mark string) map[string]string { return tableAt(t, string(written), mark) }
	pageRows := documented("<!-- names of the page -->")
	sameNames(t, "the page", reflect.TypeFor[*page.Page](), keysOf(pageRows))
	sameNames(t, "an entry", reflect.TypeFor[*page.Entry](), keysOf(documented("<!-- names of an entry -->")))
	_, icons, _ := strings.Cut(string(written), "An icon of `.Site.Icons` has ")
	icons, _, _ = strings.Cut(icons, "\n")
	sameNames(t, ".Site.Icons", reflect.TypeFor[page.Icon](), namesIn(icons))
	for _, field := range reflect.VisibleFields(reflect.TypeFor[page.Page]()) {
		of := field.Type
		for of.Kind() == reflect.Slice || of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		if of.Kind() == reflect.Struct && of != reflect.TypeFor[page.Entry]() {
			sameNames(t, "."+field.Name, of, namesIn(pageRows[field.Name]))
		}
	}
}

// tableAt gives the cell of what each name is, of the table below a mark.
func tableAt(t *testing.T, text, mark string) map[string]string {
	t.Helper()
	_, rest, ok := strings.Cut(text, mark+"\n")
	if !ok {
		t.Fatalf("the handbook has no %s", mark)
	}
	table, _, _ := strings.Cut(rest, "\n\n")
	rows := map[string]string{}
	for _, line := range strings.Split(table, "\n") {
		cells := strings.SplitN(line, "|", 3)
		for _, name := range namesIn(cells[1]) {
			rows[name] = cells[2]
		}
	}
	return rows
}

func namesIn(text string) (names []string) {
	for _, each := range dotted.FindAllStringSubmatch(text, -1) {
		names = append(names, each[1])
	}
	slices.Sort(names)
	return names
}

func keysOf(rows map[string]string) (names []string) {
	for name := range rows {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func sameNames(t *testing.T, what string, of reflect.Type, documented []string) {
	t.Helper()
	var names []string
	for i := range of.NumMethod() {
		names = append(names, of.Method(i).Name)
	}
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	for _, each := range reflect.VisibleFields(of) {
		names = append(names, each.Name)
	}
	slices.Sort(names)
	if diff := cmp.Diff(names, documented); diff != "" {
		t.Errorf("what docs/pages.md says of %s: -type +handbook\n%s", what, diff)
	}
}
