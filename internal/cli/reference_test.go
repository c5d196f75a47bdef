package cli

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// update writes the pages of the handbook that are made of the code.
var update = flag.Bool("update", false, "write the reference pages of docs/")

// docs is the folder of the handbook.
const docs = "../../docs"

// Settings, commands and limits are written into the handbook by the code that has
// them, so that the handbook cannot fall behind (decision 334).
func TestReferenceIsThatOfTheCode(t *testing.T) {
	for name, page := range map[string]func(*testing.T, *strings.Builder){
		"settings.md": settingsPage, "commands.md": commandsPage, "limits.md": limitsPage,
	} {
		var want strings.Builder
		page(t, &want)
		path := filepath.Join(docs, name)
		if *update {
			if err := os.WriteFile(path, []byte(want.String()), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if found, err := os.ReadFile(path); err != nil || string(found) != want.String() {
			t.Errorf("%s is not what the code says; run go generate ./internal/cli: %v", path, err)
		}
	}
}

// addLine adds a line, or a paragraph's empty one.
func addLine(b *strings.Builder, format string, args ...any) {
	fmt.Fprintf(b, format+"\n", args...)
}

// cell is text for a cell of a table.
func cell(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\n", " "), "|", `\|`)
}

// linesOf are the lines of a list in testdata/reference without comments, each of some parts.
func linesOf(t *testing.T, name string, parts int) (all [][]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata/reference", name))
	if err != nil {
		t.Fatal(err)
	}
	for each := range strings.Lines(string(text)) {
		each = strings.TrimRight(each, "\n")
		if each == "" || strings.HasPrefix(each, "# ") {
			continue
		}
		found := strings.Split(each, "\t")
		if len(found) != parts && !strings.HasPrefix(each, "## ") {
			t.Fatalf("%s: %q has %d parts, want %d", name, each, len(found), parts)
		}
		all = append(all, found)
	}
	return all
}
