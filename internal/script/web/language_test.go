package web_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/script/bundle"
	"github.com/quartet-dev/quartet/internal/script/engine"
	"github.com/quartet-dev/quartet/internal/script/web"
)

const (
	scripts  = "testdata/language"
	handbook = "../../../docs/handlers/README.md"
)

// keys are the names of the scripts, which are handlers of a site.
func keys(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(scripts, bundle.Folder, "*.ts"))
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = strings.TrimSuffix(filepath.Base(file), ".ts")
	}
	return names
}

// Each row of the handbook's table of the language has a script, which runs in
// a realm as handlers do.
func TestLanguage(t *testing.T) {
	names := keys(t)
	bundled, problems := bundle.Build(bundle.Options{Dir: scripts, FS: os.DirFS(scripts), Keys: names})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	program, err := engine.Compile(engine.Sources{Web: web.Source(), Handlers: string(bundled.Code), Site: "{}"})
	if err != nil {
		t.Fatal(err)
	}
	service := httptest.NewServer(http.HandlerFunc(echo))
	t.Cleanup(service.Close)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := begin(t, program, service.URL)
			outcome := c.run(t, name)
			if outcome.Failure != nil {
				t.Fatalf("%s\n%s", outcome.Failure.Message, outcome.Failure.Stack)
			}
			if outcome.Value == "" || outcome.Value == "0" {
				t.Errorf("it checks nothing: %+v", outcome)
			}
		})
	}
}

// A row of the table, by its first cell: "Array methods" is array-methods.
var row = regexp.MustCompile(`(?m)^\| \*\*(.+?)\*\* \|`)

func TestTheTableOfTheLanguageIsTested(t *testing.T) {
	page, err := os.ReadFile(handbook)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, found := range row.FindAllStringSubmatch(string(page), -1) {
		rows = append(rows, strings.ReplaceAll(strings.ToLower(strings.ReplaceAll(found[1], "`", "")), " ", "-"))
	}
	slices.Sort(rows)
	if diff := cmp.Diff(keys(t), rows); diff != "" {
		t.Errorf("scripts and rows differ (-script +row):\n%s", diff)
	}
}

// echo is the other service that handlers ask.
func echo(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/echo":
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]string{ //nolint:errchkjson // texts
			"method": r.Method, "path": r.URL.RequestURI(), "tea": r.Header.Get("X-Tea"), "type": r.Header.Get("Content-Type"), "body": string(body),
		})
	case "/moved":
		http.Redirect(w, r, "/echo", http.StatusFound)
	case "/gone":
		http.Error(w, "gone", http.StatusGone)
	case "/slow":
		<-r.Context().Done()
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}
