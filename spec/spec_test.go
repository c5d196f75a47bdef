package spec

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/transcript"
)

var update = flag.Bool("update", false, "rewrite wrong answers in the transcripts, and the counts in README.md")

// TestConformance replays every transcript, on every store that is present.
func TestConformance(t *testing.T) {
	files := transcripts(t)
	t.Cleanup(func() { t.Logf("%d answers agree with the OpenAPI documents of their sites", told.Load()) })
	for _, file := range files {
		t.Run(strings.TrimSuffix(file, ".txtar"), func(t *testing.T) {
			t.Parallel()
			replay(t, file)
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
		checks := len(lines(section(archive, "diagnostics"))) + len(exchanges)
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

func replay(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(strings.TrimSpace(string(archive.Comment))) == 0 {
		t.Error("a transcript begins with the clause that it shows")
	}
	s := newSite(t, archive)
	err = s.start()
	if want := section(archive, "diagnostics"); want != "" {
		refused(t, err, want, section(archive, "errors"))
		return
	}
	if err != nil {
		t.Fatalf("the site does not start: %v", err)
	}
	s.seed()
	text := section(archive, "transcript")
	exchanges, err := transcript.Parse(text)
	if err != nil || len(exchanges) == 0 {
		t.Fatalf("%d requests, %v", len(exchanges), err)
	}
	captures := fresh()
	wrong := map[*transcript.Exchange]answer{}
	for _, e := range exchanges {
		got := s.do(t, e, captures)
		if err := check(e, got, captures); err != nil {
			wrong[e] = got
			if !*update {
				t.Errorf("line %d of the transcript: > %s %s\n%v\nanswer was\n< %s\n%s", e.Line, e.Method, e.Target, err, got.status, got.body)
			}
		}
	}
	if *update && len(wrong) > 0 {
		rewrite(t, file, archive, text, exchanges, wrong)
	}
}

// fresh is what a transcript knows before its first answer.
func fresh() map[string]string { return map[string]string{"mebibyte": strings.Repeat("x", 1<<20)} }

func section(archive *txtar.Archive, name string) string {
	for _, f := range archive.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func lines(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
}

// answer is what a request got.
type answer struct {
	status  string
	headers map[string][]string
	body    string
}

func check(e *transcript.Exchange, got answer, captures map[string]string) error {
	if got.status != e.Status {
		return fmt.Errorf("status is %s, want %s", got.status, e.Status)
	}
	for _, h := range e.Expect {
		value := strings.Join(got.headers[canonical(h[0])], ", ")
		if err := transcript.Match(transcript.Fill(h[1], captures), value, h[0], captures); err != nil {
			return err
		}
	}
	if e.Answer == "" {
		return nil
	}
	if strings.HasPrefix(e.Answer, "~ ") || strings.HasPrefix(e.Answer, "!~ ") {
		return checkPage(e.Answer, got.body, captures)
	}
	var want, body any
	if err := json.Unmarshal([]byte(transcript.Fill(e.Answer, captures)), &want); err != nil {
		if strings.TrimSpace(e.Answer) == strings.TrimSpace(got.body) {
			return nil
		}
		return fmt.Errorf("body is %q, want %q", got.body, e.Answer)
	}
	if err := json.Unmarshal([]byte(got.body), &body); err != nil {
		return fmt.Errorf("body is no JSON: %w", err)
	}
	return transcript.Match(want, body, "", captures)
}

// checkPage looks for each line behind "~ " in a page, and for none of those
// behind "!~ ".
func checkPage(want, page string, captures map[string]string) error {
	for _, line := range lines(want) {
		if absent, ok := strings.CutPrefix(line, "!~ "); ok {
			if transcript.Contains(transcript.Fill(absent, captures), page, captures) {
				return fmt.Errorf("the page has %q", absent)
			}
			continue
		}
		line = transcript.Fill(strings.TrimPrefix(line, "~ "), captures)
		if !transcript.Contains(line, page, captures) {
			return fmt.Errorf("the page has no %q", line)
		}
	}
	return nil
}

var (
	uuids      = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	timestamps = regexp.MustCompile(`\b1[6-9]\d{11}\b`)
)

// rewrite puts the answers that were got in the place of the wrong ones, with
// wildcards for what changes from run to run. Whoever runs it reads the diff.
func rewrite(t *testing.T, file string, archive *txtar.Archive, text string, exchanges []*transcript.Exchange, wrong map[*transcript.Exchange]answer) {
	t.Helper()
	old := strings.Split(text, "\n")
	var out []string
	at := 0
	for _, e := range exchanges {
		got, changed := wrong[e]
		if !changed {
			continue
		}
		out = append(out, old[at:e.StatusLine-1]...)
		out = append(out, "< "+got.status)
		for _, h := range e.Expect {
			out = append(out, "< "+h[0]+": "+strings.Join(got.headers[canonical(h[0])], ", "))
		}
		body := uuids.ReplaceAllString(strings.TrimSpace(got.body), "<id>")
		out = append(out, timestamps.ReplaceAllString(body, `"<timestamp>"`))
		at = e.AnswerTo
	}
	out = append(out, old[at:]...)
	for i := range archive.Files {
		if archive.Files[i].Name == "transcript" {
			archive.Files[i].Data = []byte(strings.Join(out, "\n"))
		}
	}
	if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
		t.Fatal(err)
	}
}
