// Package architecture_test holds docs/architecture.md against the code: which
// package may import which, and that every package says what it is for.
package architecture_test

import (
	"errors"
	"fmt"
	"go/build"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	module   = "github.com/quartet-dev/quartet"
	root     = "../.."
	document = root + "/docs/architecture.md"
	heading  = "| package | holds | may import |"
)

// A row is what one line of the table lets a package import.
type row struct {
	packages     []string
	everything   bool
	standardOnly bool
}

func TestImportsFollowTheTable(t *testing.T) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	table, err := parseTable(string(text))
	if err != nil {
		t.Fatal(err)
	}
	imports := make(map[string][]string)
	for _, p := range packages(t) {
		imports[nameOf(p.ImportPath)] = p.Imports
	}
	for _, breach := range breaches(table, imports) {
		t.Errorf("%s; docs/architecture.md says what is allowed", breach)
	}
}

func TestEveryPackageHasAPackageComment(t *testing.T) {
	for _, p := range packages(t) {
		if strings.HasPrefix(p.ImportPath, module+"/internal/") && p.Doc == "" {
			t.Errorf("%s has no package comment; write one in its doc.go", p.ImportPath)
		}
	}
}

func TestBreachesAreFound(t *testing.T) {
	table, err := parseTable(heading + `
|---|---|---|
| ` + "`quartet` (the root) | the API | everything |" + `
| ` + "`internal/diag` | findings | standard library alone |" + `
| ` + "`internal/plan` | the plan | `diag` |" + `
`)
	if err != nil {
		t.Fatal(err)
	}
	diag, plan := module+"/internal/diag", module+"/internal/plan"
	for name, test := range map[string]struct {
		imports map[string][]string
		want    []string
	}{
		"all as the table says": {
			imports: map[string][]string{"quartet": {diag, plan}, "diag": {"fmt", "net/http"}, "plan": {diag, "example.org/yaml"}},
		},
		"an import that is not allowed": {
			imports: map[string][]string{"quartet": nil, "diag": {plan}, "plan": {module}},
			want:    []string{"diag imports " + plan, "plan imports " + module},
		},
		"a library where the standard library must do": {
			imports: map[string][]string{"quartet": nil, "diag": {"example.org/yaml"}, "plan": nil},
			want:    []string{"diag imports example.org/yaml"},
		},
		"a package without a row": {
			imports: map[string][]string{"quartet": nil, "diag": nil, "plan": nil, "attic": nil},
			want:    []string{"attic has no row in the table"},
		},
		"a row without a package": {
			imports: map[string][]string{"quartet": nil, "diag": nil},
			want:    []string{"plan has a row in the table and no package"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, breaches(table, test.imports)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestATableThatCannotBeReadIsAnError(t *testing.T) {
	for name, text := range map[string]string{
		"no table":           "# Packages\n",
		"no rows":            heading + "\n|---|---|---|\n",
		"a cell is missing":  heading + "\n|---|---|---|\n| `internal/diag` | findings |\n",
		"imports nothing":    heading + "\n|---|---|---|\n| `internal/diag` | findings | |\n",
		"two rows a package": heading + "\n|---|---|---|\n| `internal/diag` | a | everything |\n| `internal/diag` | b | everything |\n",
		"an unknown package": heading + "\n|---|---|---|\n| `internal/plan` | the plan | `dig` |\n",
	} {
		t.Run(name, func(t *testing.T) {
			if table, err := parseTable(text); err == nil {
				t.Errorf("read as %v", table)
			}
		})
	}
}

func breaches(table map[string]row, imports map[string][]string) []string {
	var found []string
	for name := range table {
		if _, ok := imports[name]; !ok {
			found = append(found, name+" has a row in the table and no package")
		}
	}
	for name, paths := range imports {
		row, ok := table[name]
		if !ok {
			found = append(found, name+" has no row in the table")
			continue
		}
		for _, imported := range paths {
			if !row.allows(imported) {
				found = append(found, name+" imports "+imported)
			}
		}
	}
	slices.Sort(found)
	return found
}

func (r row) allows(path string) bool {
	if path == module || strings.HasPrefix(path, module+"/") {
		return r.everything || slices.Contains(r.packages, nameOf(path))
	}
	return !r.standardOnly || isStandard(path)
}

// The go command itself tells the standard library by the missing dot.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// nameOf shortens an import path, or a path inside the repository, to the name
// that the table's last column uses.
func nameOf(path string) string {
	if path == module {
		return "quartet"
	}
	return strings.TrimPrefix(strings.TrimPrefix(path, module+"/"), "internal/")
}

func parseTable(text string) (map[string]row, error) {
	_, after, ok := strings.Cut(text, heading+"\n")
	if !ok {
		return nil, fmt.Errorf("no table that begins %q", heading)
	}
	table := make(map[string]row)
	for line := range strings.Lines(after) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			break
		}
		if strings.HasPrefix(line, "|--") {
			continue
		}
		if err := addRow(table, line); err != nil {
			return nil, err
		}
	}
	return table, checkNames(table)
}

var quoted = regexp.MustCompile("`([^`]+)`")

func addRow(table map[string]row, line string) error {
	cells := strings.Split(strings.Trim(line, "|"), "|")
	if len(cells) != 3 {
		return fmt.Errorf("%d cells instead of 3: %s", len(cells), line)
	}
	found := quoted.FindStringSubmatch(cells[0])
	if found == nil {
		return fmt.Errorf("no package: %s", line)
	}
	name := nameOf(found[1])
	if _, twice := table[name]; twice {
		return fmt.Errorf("%s has two rows", name)
	}
	allowed, err := parseAllowed(strings.TrimSpace(cells[2]))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	table[name] = allowed
	return nil
}

func parseAllowed(cell string) (row, error) {
	switch cell {
	case "everything":
		return row{everything: true}, nil
	case "standard library alone":
		return row{standardOnly: true}, nil
	case "no package":
		return row{}, nil
	}
	var r row
	for _, name := range quoted.FindAllStringSubmatch(cell, -1) {
		r.packages = append(r.packages, name[1])
	}
	if r.packages == nil {
		return row{}, fmt.Errorf("may import %q, which names no package", cell)
	}
	return r, nil
}

func checkNames(table map[string]row) error {
	if len(table) == 0 {
		return errors.New("the table has no rows")
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		for _, imported := range table[name].packages {
			if _, ok := table[imported]; !ok {
				return fmt.Errorf("%s may import %s, which has no row", name, imported)
			}
		}
	}
	return nil
}

// packages reads every package of the module that holds more than tests. It
// walks the files itself instead of asking `go list`, because the test cache
// notices changes only of what the test process opens.
func packages(t *testing.T) []*build.Package {
	t.Helper()
	var found []*build.Package
	err := filepath.WalkDir(root, func(dir string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if dir != root && ignoredByGo(entry.Name()) {
			return filepath.SkipDir
		}
		p, err := build.ImportDir(dir, 0)
		if none := (*build.NoGoError)(nil); errors.As(err, &none) {
			return nil
		}
		if err == nil && len(p.GoFiles)+len(p.CgoFiles) > 0 {
			p.ImportPath = importPath(dir)
			found = append(found, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func ignoredByGo(name string) bool {
	return name == "testdata" || name == "node_modules" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

func importPath(dir string) string {
	return path.Join(module, strings.TrimPrefix(filepath.ToSlash(dir), root))
}
