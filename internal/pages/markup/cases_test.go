package markup

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/pages/player"
)

var update = flag.Bool("update", false, "write what the package answers into the cases")

// here is the page that relative addresses in cases are resolved against.
const here = "https://example.org/en/posts/tea?x=1"

// players are all that are known.
var players = player.AdmittedBy([]string{"https:"})

// A case is a name, a source, a line that is an arrow, and what becomes of it.
var tables = []struct {
	file  string
	cases int
	run   func(source string) (string, error)
}{
	{"markdown", 46, func(s string) (string, error) { return str(Markdown(nil, s, onPage)) }},
	{"richtext", 29, func(s string) (string, error) { return str(RichText(nil, s, onPage)) }},
	{"player", 6, func(s string) (string, error) { return str(Markdown(nil, s, Options{Players: players})) }},
	{"playerrichtext", 3, func(s string) (string, error) { return str(RichText(nil, s, Options{Players: players})) }},
	{"tomarkdown", 8, func(s string) (string, error) { return ToMarkdown(s, inFeed) }},
	{"absolute", 9, func(s string) (string, error) { return Absolute(s, inFeed), nil }},
	{"feed", 2, func(s string) (string, error) {
		return str(Markdown(nil, s, Options{Base: here, Foreign: true, Media: media}))
	}},
	{"excerpt", 8, func(s string) (string, error) { return Excerpt(s, 40), nil }},
	{"excerptrichtext", 3, func(s string) (string, error) { return ExcerptRichText(s, 40), nil }},
	{"escape", 6, func(s string) (string, error) { return EscapeInline(s), nil }},
	{"link", 2, func(s string) (string, error) { return Link(s, s), nil }},
}

func str(html []byte, err error) (string, error) { return string(html), err }

const arrow = "=>\n"

func TestCases(t *testing.T) {
	for _, table := range tables {
		t.Run(table.file, func(t *testing.T) {
			path := "testdata/" + table.file + ".txtar"
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for i, file := range archive.Files {
				source, want, _ := strings.Cut(string(file.Data), arrow)
				got, err := table.run(strings.TrimSuffix(source, "\n"))
				if err != nil {
					t.Errorf("%s: %v", file.Name, err)
				}
				got = strings.TrimSuffix(got, "\n") + "\n"
				if diff := cmp.Diff(want, got); diff != "" && !*update {
					t.Errorf("%s (-want +got):\n%s", file.Name, diff)
				}
				archive.Files[i].Data = []byte(source + arrow + got)
			}
			if len(archive.Files) != table.cases {
				t.Errorf("%s has %d cases; the table says %d", path, len(archive.Files), table.cases)
			}
			if *update {
				if err := os.WriteFile(path, txtar.Format(archive), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// cases returns the sources of every table.
func cases(t testing.TB) []string {
	t.Helper()
	var sources []string
	for _, table := range tables {
		archive, err := txtar.ParseFile("testdata/" + table.file + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range archive.Files {
			source, _, _ := strings.Cut(string(file.Data), arrow)
			sources = append(sources, source)
		}
	}
	return sources
}
