package sitetest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// program has the handlers of the site in testdata: tell calls another service with what an
// entry says, and fails where that does.
func program(*app.App) map[string]content.Handler {
	return map[string]content.Handler{
		"tell": func(ctx context.Context, call *content.Call, _ map[string]any) (any, error) {
			data, _ := call.Event.Entry["data"].(map[string]any)
			to, _ := data["callback"].(string)
			if to == "" {
				return map[string]any{}, nil
			}
			body, err := json.Marshal(map[string]any{"note": data["text"]})
			if err != nil {
				return nil, err
			}
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
			if err != nil {
				return nil, err
			}
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				return nil, err
			}
			if err := answer.Body.Close(); err != nil || answer.StatusCode != http.StatusOK {
				return nil, diag.At(diag.ResourceUnavailable, "", fmt.Sprintf("The other service answers %d.", answer.StatusCode))
			}
			return map[string]any{}, nil
		},
		"echo.context": func(_ context.Context, call *content.Call, _ map[string]any) (any, error) {
			return map[string]any{"user": call.Caller.User, "staff": call.Caller.Staff, "auth": call.Caller.Auth}, nil
		},
	}
}

// newSite is the site in testdata, with transcripts in its folder tests.
func newSite(t *testing.T, transcripts map[string]string) app.Options {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/site")); err != nil {
		t.Fatal(err)
	}
	writeFile(t, dir, ".env", "AUTH_SECRET=too short\nSERVICE_AUTH_MODE=of this machine alone\n")
	for name, text := range transcripts {
		writeFile(t, dir, "tests/"+name+".txtar", text)
	}
	return app.Options{Dir: dir, Handlers: program}
}

func writeFile(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, o Options) []Result {
	t.Helper()
	tests, err := Find(o.Site.Dir, nil)
	if err != nil || len(tests) == 0 {
		t.Fatal(len(tests), err)
	}
	results, err := o.Run(t.Context(), tests)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// said is what a result tells, a line each.
func said(r *Result) (lines []string) {
	for _, f := range r.Failures {
		for _, d := range f.Differences {
			lines = append(lines, fmt.Sprintf("%d %s: %s", f.Line, f.Request, d.Says))
		}
	}
	for _, d := range r.Problems {
		lines = append(lines, fmt.Sprintf("%s:%d %s", filepath.Base(d.Source.File), d.Source.Line, d.Code))
	}
	return lines
}

// The transcripts in testdata/pass hold: they show every line that one may have.
// Nothing of the machine counts (decision 194).
func TestTranscriptsThatHold(t *testing.T) {
	for name, value := range map[string]string{
		"DATABASE_URL": "sqlite:/nowhere/at/all.db", "MEDIA_URL": "s3://bucket", "MAIL_URL": "smtp://mail.invalid:25",
		"AUTH_SECRET": "short", "SERVICE_AUTH_MODE": "hosted", "PUBLIC_ORIGIN": "https://elsewhere.example",
	} {
		t.Setenv(name, value)
	}
	site := newSite(t, nil)
	if err := os.CopyFS(filepath.Join(site.Dir, Folder), os.DirFS("testdata/pass")); err != nil {
		t.Fatal(err)
	}
	results := run(t, Options{Site: site})
	for i := range results {
		if r := &results[i]; !r.OK() {
			t.Errorf("%s: %s\n%s", r.Name, strings.Join(said(r), "\n"), r.Log)
		} else if r.Name == "services" && !strings.Contains(r.Log, "a test reaches no service") {
			t.Errorf("the log does not say why a service was not reached:\n%s", r.Log)
		}
	}
	if len(results) != 14 {
		t.Errorf("%d transcripts, want 14", len(results))
	}
}

// The transcripts in testdata/fail do not hold: each has a section `fails` that says
// what is told of it, with lines of the file.
func TestTranscriptsThatFail(t *testing.T) {
	files, err := filepath.Glob("testdata/fail/*.txtar")
	if err != nil || len(files) != 13 {
		t.Fatalf("%d transcripts, want 13: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			last := len(archive.Files) - 1
			if last < 0 || archive.Files[last].Name != "fails" {
				t.Fatal("there is no section fails at the end")
			}
			want := strings.Split(strings.TrimSpace(string(archive.Files[last].Data)), "\n")
			archive.Files = archive.Files[:last]
			results := run(t, Options{Site: newSite(t, map[string]string{"it": string(txtar.Format(archive))})})
			got := said(&results[0])
			for i := range got {
				got[i] = regexp.MustCompile(`\b1\d{12}\b`).ReplaceAllString(strings.ReplaceAll(got[i], "\n", " "), "TIME")
				got[i] = regexp.MustCompile(`"[0-9a-f-]{36}"`).ReplaceAllString(got[i], `"ID"`)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Update writes what the site answers. What still fits stays as it is written, and the
// second run holds.
func TestUpdate(t *testing.T) {
	files, err := filepath.Glob("testdata/update/*.txtar")
	if err != nil || len(files) != 2 {
		t.Fatalf("%d transcripts, want 2: %v", len(files), err)
	}
	for _, file := range files {
		before, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		after, err := os.ReadFile(strings.TrimSuffix(file, extension) + ".golden")
		if err != nil {
			t.Fatal(err)
		}
		site := newSite(t, map[string]string{"it": string(before)})
		results := run(t, Options{Site: site, Update: true})
		if !results[0].Updated || !results[0].OK() {
			t.Errorf("%s: updated %v: %s", file, results[0].Updated, said(&results[0]))
		}
		got, err := os.ReadFile(filepath.Join(site.Dir, Folder, "it.txtar"))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(after), string(got)); diff != "" {
			t.Errorf("%s: %s", file, diff)
		}
		if results := run(t, Options{Site: site}); !results[0].OK() {
			t.Errorf("%s: the next run fails: %s", file, said(&results[0]))
		}
	}
}

// Fill writes what nobody has written yet, and leaves a wrong answer as it is, to fail.
func TestFillLeavesWhatIsWritten(t *testing.T) {
	note := "> POST /api/notes\n{\"key\": \"one\", \"text\": \"Once.\"}\n"
	site := newSite(t, map[string]string{"it": "-- transcript --\n" + note + "< ?\n\n" + note + "< 200\n\n" + note + "< ?\n{\"ok\": true}\n"})
	results := run(t, Options{Site: site, Fill: true})
	if !results[0].Updated || len(results[0].Failures) != 2 {
		t.Errorf("updated %v, %d failures: %s", results[0].Updated, len(results[0].Failures), said(&results[0]))
	}
	got, err := os.ReadFile(filepath.Join(site.Dir, Folder, "it.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(got), note)
	answers := strings.Split(after, "\n\n"+note)
	if len(answers) != 3 || !strings.HasPrefix(answers[0], "< 200\n{\n  \"ok\": true,") || answers[1] != "< 200" || answers[2] != "< 409\n{\"ok\": true}\n" {
		t.Errorf("%q", answers)
	}
}

// A body that Fill cannot write is told, once and at its line.
func TestFillSaysWhatItCannotWrite(t *testing.T) {
	site := newSite(t, map[string]string{"it": "-- public/a.png --\na\x00b\n-- public/b.html --\n<title>B</title>\n\n<p>One\n-- transcript --\n> GET /a.png\n< ?\n\n> GET /b.html\n< ?\n"})
	results := run(t, Options{Site: site, Fill: true})
	if failures := results[0].Failures; !results[0].Updated || len(failures) != 1 || failures[0].Line != 8 || failures[0].Differences[0].Says != unwrittenBody {
		t.Errorf("updated %v: %s", results[0].Updated, said(&results[0]))
	}
	got, err := os.ReadFile(filepath.Join(site.Dir, Folder, "it.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if _, after, _ := strings.Cut(string(got), "-- transcript --\n"); after != "> GET /a.png\n< 200\n\n> GET /b.html\n< 200\n~ <title>B</title>\n" {
		t.Errorf("%q", after)
	}
	if again := run(t, Options{Site: site, Fill: true}); !again[0].OK() || again[0].Updated {
		t.Error(said(&again[0]))
	}
}

// Each test has a database of its own, and what runs leaves nothing behind: neither in the
// folder of the site nor elsewhere.
func TestEachTestHasASiteOfItsOwn(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	same := "-- transcript --\n> POST /api/notes\n{\"key\": \"one\", \"text\": \"Once.\"}\n< 200\n\n" +
		"> GET /api/views/notes\n< 200\n{\"ok\": true, \"data\": {\"rows\": [{\"key\": \"one\", \"...\": 0}, {\"key\": \"seeded\", \"...\": 0}], \"...\": 0}}\n"
	transcripts := map[string]string{}
	for i := range 9 {
		transcripts[fmt.Sprintf("folder/%d", i)] = same
	}
	site := newSite(t, transcripts)
	var order []string
	for _, r := range run(t, Options{Site: site, Report: func(r Result) { order = append(order, r.Name) }}) {
		if !r.OK() {
			t.Errorf("%s: %s", r.Name, said(&r))
		}
	}
	if got := strings.Join(order, " "); got != "folder/0 folder/1 folder/2 folder/3 folder/4 folder/5 folder/6 folder/7 folder/8" {
		t.Error("they are reported in another order:", got)
	}
	left, err := os.ReadDir(temporary)
	if err != nil || len(left) > 0 {
		t.Error(left, err)
	}
	if _, err := os.Stat(filepath.Join(site.Dir, ".service")); err == nil {
		t.Error("a test has written into the folder of the site")
	}
}

// The handlers of the folder have their packages, in node_modules beside them.
func TestHandlersHavePackages(t *testing.T) {
	site := newSite(t, map[string]string{"pot": "-- transcript --\n> CALL pot\n{}\n< 200\n{\"ok\": true, \"data\": {\"leaf\": \"oolong\"}}\n"})
	writeFile(t, site.Dir, "manifests/pot.yaml", "apiVersion: quartet/v1\nkind: Procedure\nmetadata: { name: pot }\nspec:\n"+
		"  input: { type: object, properties: {} }\n  output: { type: object }\n  handler: { kind: ref, ref: pot.pour }\n")
	writeFile(t, site.Dir, "handlers/pot.ts", "import { leaf } from 'tea'\nexport const pour = () => ({ leaf })\n")
	writeFile(t, site.Dir, "node_modules/tea/index.js", "export const leaf = 'oolong'\n")
	writeFile(t, site.Dir, "node_modules/tea/package.json", `{"name":"tea","type":"module","main":"index.js"}`)
	if results := run(t, Options{Site: site}); !results[0].OK() {
		t.Error(said(&results[0]))
	}
}
