package ghost_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/exchange/ghost"
	"github.com/quartet-dev/quartet/internal/exchange/mapping"
)

func all(t testing.TB, text []byte) (found []*mapping.Record, end error) {
	t.Helper()
	r, err := ghost.Open("blog.json", func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil })
	if err != nil {
		return nil, err
	}
	for {
		record, err := r.Next()
		if err != nil {
			return found, err
		}
		found = append(found, record)
	}
}

func TestAnExportIsRecords(t *testing.T) {
	text, err := os.ReadFile("testdata/blog.json")
	if err != nil {
		t.Fatal(err)
	}
	found, end := all(t, text)
	if !errors.Is(end, io.EOF) {
		t.Fatal(end)
	}
	var got []string
	for _, r := range found {
		if r.Problem != nil {
			got = append(got, r.Problem.Path)
			continue
		}
		got = append(got, r.Kind+" "+r.Fields[mapping.Slug].(string)+" "+r.Fields[mapping.Status].(string))
	}
	want := []string{
		"post cold-brew-while-you-sleep published", "post for-members draft", "page about-ghost published", "input#/title",
		"tag brewing published", "tag cold published", "author jonas-falk published",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	post := found[0]
	if diff := cmp.Diff([]string{"brewing", "cold"}, post.Fields[mapping.Tags]); diff != "" || post.Fields[mapping.ImageAlt] != "A jar in the door of a fridge" || post.Place.Line != 7 {
		t.Error(diff, post)
	}
}

func TestExportsOfOlderVersions(t *testing.T) {
	found, end := all(t, []byte(`{"meta":{"version":"0.11"},"data":{"tags":null,"posts":[{"id":1,"slug":"a","page":1,"status":"published","published_at":1400000000000}],"users":[]}}`))
	if !errors.Is(end, io.EOF) || len(found) != 1 || found[0].Kind != mapping.Page || found[0].Fields[mapping.Published] == nil {
		t.Error(found, end)
	}
}

func TestHostileJSONIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":            "",
		"no JSON":            "<rss/>",
		"an array":           "[1,2]",
		"a text":             `"a"`,
		"no export":          `{"a":{"b":1}}`,
		"tables of text":     `{"data":{"posts":"x"}}`,
		"a table of a table": `{"data":{"posts":{"a":1}}}`,
		"cut off":            `{"db":[{"data":{"posts":[{"id":"1"}`,
		"deep":               `{"data":{"posts":[{"id":"1"}],"other":` + strings.Repeat("[", 5<<20),
		"deep in a row":      `{"data":{"posts":[` + strings.Repeat(`{"a":`, 20_000),
		"a long row":         `{"data":{"posts":[{"html":"` + strings.Repeat("x", 9<<20) + `"}]}}`,
		"a long name":        `{"` + strings.Repeat("x", 9<<20) + `":1}`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := all(t, []byte(text)); !diag.HasCode(err, diag.ImportFileInvalid) {
				t.Error(err)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	text, err := os.ReadFile("testdata/blog.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"data":{"posts":[{"id":1}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := all(t, text); !errors.Is(err, io.EOF) && !diag.HasCode(err, diag.ImportFileInvalid) {
			t.Error(err)
		}
	})
}
