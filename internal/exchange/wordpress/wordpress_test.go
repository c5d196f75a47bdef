package wordpress_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/exchange/mapping"
	"github.com/quartet-dev/quartet/internal/exchange/wordpress"
)

func open(text []byte) (*wordpress.Reader, error) {
	return wordpress.Open("blog.xml", func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil })
}

func all(t testing.TB, text []byte) (found []*mapping.Record, end error) {
	t.Helper()
	r, err := open(text)
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
	text, err := os.ReadFile("testdata/blog.xml")
	if err != nil {
		t.Fatal(err)
	}
	found, end := all(t, text)
	if !errors.Is(end, io.EOF) {
		t.Fatal(end)
	}
	var got []string
	for _, r := range found {
		got = append(got, r.Kind+" "+r.Fields[mapping.Slug].(string)+" "+r.Fields[mapping.Status].(string))
		if r.Place.Line < 2 || r.Place.File != "blog.xml" || !strings.Contains(r.Key, "https://leaf.example") {
			t.Errorf("%+v", r)
		}
	}
	want := []string{
		"author mei-lin published", "category oolong published", "tag water published", "post what-the-water-does published",
		"post from-the-classic-editor draft", "post for-friends draft", "page about-us published", "nav_menu_item menu published",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	post := found[3].Fields
	if post[mapping.Image] != "https://leaf.example/wp-content/uploads/2023/04/kettle.jpg" || post[mapping.ImageAlt] != "A kettle over a flame" {
		t.Errorf("%+v", post)
	}
}

func channel(inner string) []byte {
	return []byte(`<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.1/"><channel>` + inner + `</channel></rss>`)
}

func TestHostileXMLIsRefused(t *testing.T) {
	for name, text := range map[string][]byte{
		"nothing":            nil,
		"another format":     []byte(`<feed></feed>`),
		"no XML":             []byte(`{"db":[]}`),
		"a document type":    []byte(`<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel></channel></rss>`),
		"an entity":          channel(`<item><title>&x;</title></item>`),
		"one inside":         channel(`<!DOCTYPE x SYSTEM "file:///etc/passwd"><item></item>`),
		"an endless item":    channel(`<item><title>` + strings.Repeat("x", 9<<20) + `</title></item>`),
		"an endless name":    []byte(`<rss><channel><` + strings.Repeat("x", 9<<20)),
		"deep":               channel(`<item>` + strings.Repeat("<a>", 3<<20)),
		"cut off":            []byte(`<rss><channel><item><title>x</title></item>`),
		"cut off in an item": []byte(`<rss><channel><item><title>x`),
		"another encoding":   []byte(`<?xml version="1.0" encoding="utf-7"?><rss><channel></channel></rss>`),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := all(t, text); !diag.HasCode(err, diag.ImportFileInvalid) {
				t.Error(err)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	text, err := os.ReadFile("testdata/blog.xml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(channel(`<item><wp:post_id>1</wp:post_id></item>`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := all(t, text); !errors.Is(err, io.EOF) && !diag.HasCode(err, diag.ImportFileInvalid) {
			t.Error(err)
		}
	})
}
