package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/quartet-dev/quartet/internal/app"
)

// generated runs quartet generate, and gives its exit code and what it says.
func generated(t *testing.T, program app.Options, args ...string) (code int, said string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(append([]string{"generate"}, args...), program, &terminal{name: "tea", stdout: &stdout, stderr: &stderr})
	return code, stdout.String() + stderr.String()
}

func copyOf(t *testing.T, folder string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The modules of the examples are committed, and are what this program makes.
func TestTheModulesOfTheExamplesAreUpToDate(t *testing.T) {
	examples, err := filepath.Glob("../../examples/*/manifests")
	if err != nil || len(examples) != 4 {
		t.Fatalf("%d examples, not 4; %v", len(examples), err)
	}
	for _, manifests := range examples {
		if code, said := generated(t, app.Options{}, append(languageOf(manifests), "--check", "--manifests", manifests)...); code != exitOK {
			t.Errorf("go generate ./internal/codegen/typescript: exit code %d\n%s", code, said)
		}
	}
}

// languageOf leaves out the Go package of examples that are no Go programs.
func languageOf(manifests string) []string {
	if strings.Contains(manifests, "intake/") {
		return nil
	}
	return []string{"--language", "ts"}
}

func TestCheckIsLoudAfterEachEdit(t *testing.T) {
	site := copyOf(t, "../../examples/publication")
	manifests, module := filepath.Join(site, "manifests"), filepath.Join(site, ".service", "generated", "service.ts")
	args := []string{"--language", "ts", "--manifests", manifests}
	if code, said := generated(t, app.Options{}, args...); code != exitOK {
		t.Fatal(said)
	}
	for name, edit := range map[string]struct{ file, old, new string }{
		"a description":        {"manifests/suggestions.yaml", "description: ", "description: Now "},
		"a required name":      {"manifests/suggestions.yaml", "required: [message, receivedAt]", "required: [message]"},
		"an enum":              {"manifests/suggestions.yaml", "enum: [read, answered, declined]", "enum: [read, declined]"},
		"a View's name":        {"manifests/reading.yaml", "name: posts", "name: all-posts"},
		"a View's fields":      {"manifests/reading.yaml", "fields: [", "fields: [version, "},
		"a View's limit":       {"manifests/reading.yaml", "limit: 20", "limit: 21"},
		"a Trigger's path":     {"manifests/suggestions.yaml", "path: /api/suggestions", "path: /api/wishes"},
		"a property's name":    {"manifests/suggestions.yaml", "subject", "topic"},
		"a line of the module": {".service/generated/service.ts", "readonly posts", "readonly poosts"},
		"the module's end":     {".service/generated/service.ts", "\nconst viewTable", "\n\nconst viewTable"},
		"the whole module":     {".service/generated/service.ts", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(site, edit.file)
			was, err := os.ReadFile(file)
			if err != nil || edit.old == "" && os.Remove(file) != nil {
				t.Fatal(err)
			}
			if edit.old != "" {
				now := strings.ReplaceAll(string(was), edit.old, edit.new)
				if now == string(was) {
					t.Fatalf("%s has no %q", edit.file, edit.old)
				}
				write(t, file, now)
			}
			before, _ := os.ReadFile(module)
			code, said := generated(t, app.Options{}, append(args, "--check")...)
			if code != exitFailed || !strings.Contains(said, "GENERATED_STALE") || !strings.Contains(said, "service.ts") {
				t.Errorf("exit code %d: %s", code, said)
			}
			if after, _ := os.ReadFile(module); !bytes.Equal(before, after) {
				t.Error("--check has written")
			}
			write(t, file, string(was))
			if code, said := generated(t, app.Options{}, append(args, "--check")...); code != exitOK {
				t.Errorf("not silent without the edit: %s", said)
			}
		})
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// What is as it should be is left alone.
func TestGenerateWritesWhatChanged(t *testing.T) {
	site := copyOf(t, "../../examples/publication")
	if err := os.RemoveAll(filepath.Join(site, ".service")); err != nil {
		t.Fatal(err)
	}
	args := []string{"--language", "ts", "--admin-bundle", "--manifests", filepath.Join(site, "manifests")}
	outcome := func() (done struct{ Written, Removed, Unchanged []string }) {
		t.Helper()
		code, said := generated(t, app.Options{}, args...)
		if err := json.Unmarshal([]byte(said), &done); code != exitOK || err != nil {
			t.Fatal(code, err, said)
		}
		return done
	}
	first := outcome()
	if len(first.Written) < 10 || len(first.Unchanged) != 0 {
		t.Errorf("at first: %d written", len(first.Written))
	}
	index := filepath.Join(site, "public", "_service", "admin", "index.html")
	write(t, index, "changed")
	write(t, filepath.Join(filepath.Dir(index), "assets", "old.js"), "of another version")
	args = append(args[:2:2], args[3:]...) // the folder is there now
	if code, said := generated(t, app.Options{}, append(args, "--check")...); code != exitFailed || strings.Count(said, "GENERATED_STALE") != 2 {
		t.Errorf("exit code %d: %s", code, said)
	}
	second := outcome()
	if len(second.Written) != 1 || len(second.Removed) != 1 || len(second.Unchanged) != len(first.Written)-1 {
		t.Errorf("%v written, %v removed", second.Written, second.Removed)
	}
	if code, said := generated(t, app.Options{}, append(args, "--check")...); code != exitOK {
		t.Error(said)
	}
}

// A program that brings its site generates from it, beside its folder.
func TestGenerateLooksIntoTheProgram(t *testing.T) {
	site := fstest.MapFS{"manifests/notes.yaml": {Data: []byte(
		"apiVersion: quartet/v1\nkind: Schema\nmetadata: { name: notes }\nspec: { title: Notes, schema: { type: object, properties: { slug: { type: string } } } }\n")}}
	program := app.Options{FS: site, Dir: t.TempDir()}
	if code, said := generated(t, program, "--language", "ts"); code != exitOK {
		t.Fatal(said)
	}
	module, err := os.ReadFile(filepath.Join(program.Dir, ".service", "generated", "service.ts"))
	if err != nil || !strings.Contains(string(module), "Entry_notes") {
		t.Error(err)
	}
}

// Manifests with a fault generate nothing, and say what validate says.
func TestGenerateValidatesFirst(t *testing.T) {
	for _, fault := range []struct{ manifest, code string }{
		{"kind: Nothing\n", "INVALID_MANIFEST_ENVELOPE"},
		{"apiVersion: quartet/v1\nkind: View\nmetadata: { name: a.b }\nspec: { sql: SELECT 1, surface: staff }\n---\n" +
			"apiVersion: quartet/v1\nkind: View\nmetadata: { name: a-b }\nspec: { sql: SELECT 1, surface: staff }\n", "GENERATED_NAME_COLLISION"},
	} {
		program := app.Options{FS: fstest.MapFS{"manifests/a.yaml": {Data: []byte(fault.manifest)}}, Dir: t.TempDir()}
		code, said := generated(t, program)
		left, _ := os.ReadDir(program.Dir)
		if code != exitFailed || !strings.Contains(said, fault.code) || len(left) != 0 {
			t.Errorf("%s: exit code %d, %d files: %s", fault.code, code, len(left), said)
		}
	}
}

// The Go package is written where Go can import it: at or below a go.mod.
func TestTheGoPackageWantsAModule(t *testing.T) {
	for language, wanted := range map[string][2]bool{"": {true, true}, "ts": {true, false}, "go": {false, true}} {
		site := copyOf(t, "../../examples/commerce")
		args := []string{"--manifests", filepath.Join(site, "manifests")}
		if _, _ = generated(t, app.Options{}, args...); exists(filepath.Join(site, "service")) {
			t.Error("a Go package without a module")
		}
		if code, _ := generated(t, app.Options{}, append(args, "--language", "go")...); code != exitInvocation {
			t.Errorf("--language go without a module: exit code %d", code)
		}
		write(t, filepath.Join(site, "go.mod"), "module shop\n")
		if language != "" {
			args = append(args, "--language", language)
		}
		if err := os.RemoveAll(filepath.Join(site, ".service")); err != nil {
			t.Fatal(err)
		}
		code, said := generated(t, app.Options{}, args...)
		got := [2]bool{exists(filepath.Join(site, ".service", "generated", "service.ts")), exists(filepath.Join(site, "service", "service.go"))}
		if code != exitOK || got != wanted {
			t.Errorf("--language %q: %v, want %v: %s", language, got, wanted, said)
		}
	}
}

// A package of the user's own that has the name is left alone.
func TestAFileOfSomebodysOwnStays(t *testing.T) {
	site := copyOf(t, "../../examples/commerce")
	write(t, filepath.Join(site, "go.mod"), "module shop\n")
	own := filepath.Join(site, "service", "service.go")
	if err := os.Mkdir(filepath.Dir(own), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, own, "package service // mine\n")
	code, said := generated(t, app.Options{}, "--manifests", filepath.Join(site, "manifests"))
	if left, _ := os.ReadFile(own); code != exitInvocation || string(left) != "package service // mine\n" {
		t.Errorf("exit code %d, %s: %s", code, left, said)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func TestTheFirstLineThatDiffersIsNamed(t *testing.T) {
	for _, c := range []struct {
		found, want string
		number      int
		line        string
	}{
		{"a\nb\n", "a\nc\n", 2, "c"},
		{"a\nb\n", "a\nb\nc\n", 3, "c"},
		{"a\nb", "a\nb\nc\n", 3, "c"},
		{"a\nb\nc\n", "a\nb\n", 3, ""},
		{"", "a\n", 1, "a"},
		{"a", "a\n", 2, ""},
	} {
		number, line, isText := differ([]byte(c.found), []byte(c.want))
		if number != c.number || line != c.line || !isText {
			t.Errorf("%q instead of %q: line %d, %q", c.found, c.want, number, line)
		}
	}
}
