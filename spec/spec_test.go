package spec

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/transcript"
)

var update = flag.Bool("update", false, "rewrite wrong answers in the transcripts, and the counts in README.md")

// TestConformance replays every transcript.
func TestConformance(t *testing.T) {
	files := transcripts(t)
	t.Cleanup(func() { t.Logf("%d answers agree with the OpenAPI documents of their sites", told.Load()) })
	for _, file := range files {
		t.Run(strings.TrimSuffix(file, ".txtar"), func(t *testing.T) {
			t.Parallel()
			replay(t, file, sqliteDialect)
		})
	}
}

// TestConformanceOnPostgreSQL replays them all on the other database.
func TestConformanceOnPostgreSQL(t *testing.T) {
	postgrestest.Need(t)
	for _, file := range transcripts(t) {
		t.Run(strings.TrimSuffix(file, ".txtar"), func(t *testing.T) {
			t.Parallel()
			replay(t, file, postgresDialect)
		})
	}
}

func transcripts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	return files
}

// TestCount holds the table in README.md against the transcripts.
func TestCount(t *testing.T) { holdTable(t, "counts", countTable(t)) }

// holdTable holds a table between two comments in README.md against what it
// should say.
func holdTable(t *testing.T, name, want string) {
	t.Helper()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	table := regexp.MustCompile(`(?s)<!-- ` + name + ` -->\n.*<!-- /` + name + ` -->`)
	if !table.Match(readme) {
		t.Fatalf("README.md has no table of %s", name)
	}
	want = "<!-- " + name + " -->\n" + want + "<!-- /" + name + " -->"
	if *update {
		if err := os.WriteFile("README.md", table.ReplaceAllLiteral(readme, []byte(want)), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got := string(table.Find(readme)); got != want {
		t.Errorf("README.md says\n%s\nwant\n%s\n(go test ./spec -update)", got, want)
	}
}

func countTable(t *testing.T) string {
	rows := map[string][2]int{}
	var total [2]int
	for _, file := range transcripts(t) {
		archive, exchanges := read(t, file)
		checks := len(transcript.Lines(transcript.Section(archive, "diagnostics"))) + len(exchanges)
		clause := filepath.Dir(file)
		rows[clause] = [2]int{rows[clause][0] + 1, rows[clause][1] + checks}
		total = [2]int{total[0] + 1, total[1] + checks}
	}
	table := "| clause | transcripts | answers checked |\n|---|---|---|\n"
	clauses := make([]string, 0, len(rows))
	for clause := range rows {
		clauses = append(clauses, clause)
	}
	slices.Sort(clauses)
	for _, clause := range clauses {
		table += fmt.Sprintf("| `%s` | %d | %d |\n", clause, rows[clause][0], rows[clause][1])
	}
	return table + fmt.Sprintf("| all | %d | %d |\n", total[0], total[1])
}

func replay(t *testing.T, file string, on dialect) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(strings.TrimSpace(string(archive.Comment))) == 0 {
		t.Error("a transcript begins with the clause that it shows")
	}
	s := newSite(t, archive, on)
	err = s.start()
	if want := s.section("diagnostics"); want != "" {
		refused(t, err, want, s.section("errors"))
		return
	}
	if err != nil {
		t.Fatalf("the site does not start: %v", err)
	}
	s.seed()
	text := s.section("transcript")
	exchanges, err := transcript.Parse(text)
	if err != nil || len(exchanges) == 0 {
		t.Fatalf("%d requests, %v", len(exchanges), err)
	}
	captures := fresh()
	wrong := map[*transcript.Exchange]transcript.Wrong{}
	for _, e := range exchanges {
		got := s.do(t, e, captures)
		known := maps.Clone(captures)
		if found := transcript.Check(e, got, captures); len(found) > 0 {
			wrong[e] = transcript.Wrong{Answer: got, Known: known}
			if !*update || on != sqliteDialect {
				t.Errorf("line %d of the transcript: > %s %s\n%v\nanswer was\n< %s\n%s", e.Line, e.Method, e.Target, found[0], got.Status, got.Body)
			}
		}
	}
	if *update && on == sqliteDialect && len(wrong) > 0 {
		rewrite(t, file, archive, transcript.Rewrite(text, exchanges, wrong))
	}
}

// fresh is what a transcript knows before its first answer.
func fresh() map[string]string { return map[string]string{"mebibyte": strings.Repeat("x", 1<<20)} }

func rewrite(t *testing.T, file string, archive *txtar.Archive, text string) {
	t.Helper()
	transcript.SetSection(archive, "transcript", text)
	if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
		t.Fatal(err)
	}
}
