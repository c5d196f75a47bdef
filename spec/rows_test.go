package spec

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/transcript"
)

// TestRows holds rows.md against what it names: `folder/transcript`, or
// `folder.TestName` of a package, the root's being `quartet` (decision 45).
func TestRows(t *testing.T) {
	page, err := os.ReadFile("rows.md")
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, line := range transcript.Lines(string(page)) {
		cells := strings.Split(line, " | ")
		if !strings.HasPrefix(line, "|") || len(cells) != 3 {
			continue
		}
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[2], -1) {
			named++
			if !shows(t, name[1]) {
				t.Errorf("there is no %s", name[1])
			}
		}
	}
	if named == 0 {
		t.Error("rows.md names nothing")
	}
}

func shows(t *testing.T, name string) bool {
	t.Helper()
	folder, test, isTest := strings.Cut(name, ".Test")
	if !isTest {
		_, err := os.Stat(name + ".txtar")
		return err == nil
	}
	if folder == "quartet" {
		folder = "."
	}
	files, err := filepath.Glob(filepath.Join("..", folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc Test"+test+"(t ") {
			return true
		}
	}
	return false
}
