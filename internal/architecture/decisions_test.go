package architecture_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const decisions = root + "/docs/decisions"

// An indexRow is one line of the index of decisions.
type indexRow struct {
	number   int
	file     string
	heading  string // the package whose code rests on the decision
	replaced bool   // by a later decision, so that no code rests on it
}

// A mention is where a file names a decision by its number.
type mention struct {
	number int
	file   string
}

func TestDecisionsAreIndexedAndNamedByCode(t *testing.T) {
	index := readIndex(t)
	for _, fault := range decisionFaults(decisionFiles(t), index, mentions(t)) {
		t.Errorf("%s; docs/decisions/README.md says how to add a decision", fault)
	}
	for _, row := range index {
		text, err := os.ReadFile(filepath.Join(decisions, row.file))
		if title := fmt.Sprintf("# %d. ", row.number); err == nil && !strings.HasPrefix(string(text), title) {
			t.Errorf("docs/decisions/%s does not begin %q", row.file, title)
		}
	}
}

func TestDecisionFaultsAreFound(t *testing.T) {
	const one, two = "001-values.md", "002-tables.md"
	first := indexRow{number: 1, file: one, heading: "internal/plan"}
	byPlan := mention{1, "internal/plan/plan.go"}
	for name, test := range map[string]struct {
		files    []string
		index    []indexRow
		mentions []mention
		want     []string
	}{
		"all agree": {
			files: []string{one, two}, index: []indexRow{first, {number: 2, file: two, replaced: true}},
			mentions: []mention{byPlan, {2, "docs/views.md"}},
		},
		"a file without a row": {
			files: []string{one, two}, index: []indexRow{first}, mentions: []mention{byPlan},
			want: []string{"002-tables.md has 0 rows in the index"},
		},
		"two rows for one file": {
			files: []string{one}, index: []indexRow{first, first}, mentions: []mention{byPlan},
			want: []string{"001-values.md has 2 rows in the index"},
		},
		"a row without a file": {
			files: []string{one}, index: []indexRow{first, {number: 2, file: two}}, mentions: []mention{byPlan},
			want: []string{"the index lists 002-tables.md, which does not exist"},
		},
		"a row with the number of another file": {
			files: []string{one, two}, index: []indexRow{first, {number: 3, file: two}}, mentions: []mention{byPlan, {2, "internal/plan/plan.go"}},
			want: []string{"the index gives 002-tables.md the number 3"},
		},
		"two files with one number": {
			files: []string{one, "001-tables.md"}, index: []indexRow{first, {number: 1, file: "001-tables.md", heading: "internal/plan"}}, mentions: []mention{byPlan},
			want: []string{"001-tables.md and 001-values.md have the same number"},
		},
		"a mention of a decision that does not exist": {
			files: []string{one}, index: []indexRow{first}, mentions: []mention{byPlan, {119, "internal/plan/plan.go"}},
			want: []string{"internal/plan/plan.go names decision 119, which does not exist"},
		},
		"a decision that holds and that only a page names": {
			files: []string{one}, index: []indexRow{first}, mentions: []mention{{1, "docs/views.md"}},
			want: []string{"no code of internal/plan names decision 1, which the index lists there"},
		},
		"a decision that another package names": {
			files: []string{one}, index: []indexRow{first}, mentions: []mention{{1, "internal/planner/order.go"}},
			want: []string{"no code of internal/plan names decision 1, which the index lists there"},
		},
		"a decision that a package below names": {
			files: []string{one}, index: []indexRow{first}, mentions: []mention{{1, "internal/plan/plantest/seal.go"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, decisionFaults(test.files, test.index, test.mentions)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMentionsAreReadAcrossLines(t *testing.T) {
	text := "// Kept whole (decisions 68 and 120), see decision\n\t// 36. Decisions 1, 2: the decision of 2020 is none."
	if diff := cmp.Diff([]int{68, 120, 36, 1, 2}, numbersIn(text)); diff != "" {
		t.Error(diff)
	}
}

func decisionFaults(files []string, index []indexRow, mentions []mention) []string {
	var found []string
	byNumber, rows := make(map[int]string), make(map[string]int)
	for _, file := range files {
		if other, taken := byNumber[numberOf(file)]; taken {
			found = append(found, fmt.Sprintf("%s and %s have the same number", min(file, other), max(file, other)))
		}
		byNumber[numberOf(file)] = file
	}
	for _, row := range index {
		rows[row.file]++
		switch {
		case !slices.Contains(files, row.file):
			found = append(found, fmt.Sprintf("the index lists %s, which does not exist", row.file))
		case row.number != numberOf(row.file):
			found = append(found, fmt.Sprintf("the index gives %s the number %d", row.file, row.number))
		case !row.replaced && !slices.ContainsFunc(mentions, row.isNamedBy):
			found = append(found, fmt.Sprintf("no code of %s names decision %d, which the index lists there", row.heading, row.number))
		}
	}
	for _, file := range files {
		if rows[file] != 1 {
			found = append(found, fmt.Sprintf("%s has %d rows in the index", file, rows[file]))
		}
	}
	for _, each := range mentions {
		if _, exists := byNumber[each.number]; !exists {
			found = append(found, fmt.Sprintf("%s names decision %d, which does not exist", each.file, each.number))
		}
	}
	return found
}

// isNamedBy reports whether a mention is in the code of the row's package, or
// below it. The root's package is quartet.
func (r indexRow) isNamedBy(m mention) bool {
	dir := path.Dir(m.file)
	if dir == "." {
		dir = "quartet"
	}
	return m.number == r.number && !strings.HasSuffix(m.file, ".md") && (dir == r.heading || strings.HasPrefix(dir, r.heading+"/"))
}

// numberOf is the number that a decision's file begins with, 0 without one.
func numberOf(file string) int {
	digits, _, _ := strings.Cut(file, "-")
	number, err := strconv.Atoi(digits)
	if err != nil || len(digits) != 3 {
		return 0
	}
	return number
}

func decisionFiles(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(decisions)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, entry := range entries {
		if entry.Name() != "README.md" {
			files = append(files, entry.Name())
		}
	}
	return files
}

// indexLine is a heading, which names a package, or a row below it.
var indexLine = regexp.MustCompile("(?m)^(?:## `([^`]+)`|\\| \\[(\\d+)\\]\\(([^)]+)\\) \\| (.+) \\|)$")

func readIndex(t *testing.T) []indexRow {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(decisions, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var index []indexRow
	var heading string
	for _, line := range indexLine.FindAllStringSubmatch(string(text), -1) {
		if line[1] != "" {
			heading = line[1]
			continue
		}
		number, err := strconv.Atoi(line[2])
		if err != nil {
			t.Fatal(err)
		}
		index = append(index, indexRow{number, line[3], heading, strings.Contains(line[4], "Replaced by [")})
	}
	return index
}

// mentions reads every text file of the repository that people write.
func mentions(t *testing.T) []mention {
	t.Helper()
	var found []mention
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != root && (ignoredByGo(entry.Name()) || filepath.ToSlash(file) == root+"/admin/bundle/files"):
			return filepath.SkipDir
		case entry.IsDir() || !isWritten(file):
			return nil
		}
		text, err := os.ReadFile(file)
		for _, number := range numbersIn(string(text)) {
			found = append(found, mention{number, strings.TrimPrefix(filepath.ToSlash(file), root+"/")})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// isWritten leaves out this file, whose cases name decisions that do not exist.
func isWritten(file string) bool {
	switch filepath.Ext(file) {
	case ".go", ".md", ".sql", ".ts", ".tsx", ".mjs", ".yaml", ".yml":
		return filepath.Base(file) != "decisions_test.go"
	}
	return filepath.Base(file) == "Makefile" || filepath.Base(filepath.Dir(file)) == "scripts"
}

var (
	named  = regexp.MustCompile(`(?i)\bdecisions?[\s/*#]+\d+((,| and)[\s/*#]+\d+)*\b`)
	digits = regexp.MustCompile(`\d+`)
)

// numbersIn are the decisions that a text names.
func numbersIn(text string) []int {
	var numbers []int
	for _, found := range named.FindAllString(text, -1) {
		for _, each := range digits.FindAllString(found, -1) {
			if number, err := strconv.Atoi(each); err == nil {
				numbers = append(numbers, number)
			}
		}
	}
	return numbers
}
