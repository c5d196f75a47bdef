package e2e_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// journeys are what staff do from end to end: a script of admin/ each, with the
// example that it works on and the files that it needs beside those.
var journeys = []struct {
	script, example string
	added           files
}{
	{"bulk", "publication", nil},
	{"conflict", "publication", nil},
	{"contributor", "publication", purposes("")},
	{"deferred", "commerce", failing},
	{"home", "publication", nil},
	{"interfaces", "commerce", nil},
	{"invitation", "publication", nil},
	{"keyboard", "publication", files{"seed/more.yaml": manyPosts(5000)}},
	{"live-preview", "publication", nil},
	{"media", "publication", purposes(covers)},
	{"media-in-entries", "publication", pictured()},
	{"medialess", "publication", purposes("")},
	{"offline", "publication", nil},
	{"operation", "commerce", nil},
	{"preview", "intake", nil},
	{"publish", "publication", nil},
	{"report", "commerce", nil},
	{"revoked", "publication", nil},
	{"settings", "publication", nil},
	{"sign-in", "publication", nil},
	{"together", "publication", nil},
	{"slow", "publication", with(purposes(""), files{"seed/more.yaml": manyPosts(120)})},
}

// covers are what the files of a site are for.
const covers = `  media:
    purposes:
      - { name: cover, required: [webp, jpeg], maxBytes: { image/webp: 2000000, image/jpeg: 2000000 } }
      - { name: document, required: [application/pdf], maxBytes: { application/pdf: 1000000 } }
`

var ownPurposes = regexp.MustCompile(`(?m)^  media:\n(    .*\n)+`)

// purposes are the settings of publication with these in the place of its own,
// and without its pictures; none for "".
func purposes(declared string) files {
	settings, err := os.ReadFile("../examples/publication/quartet.yaml")
	if err != nil {
		panic(err)
	}
	text := ownPurposes.ReplaceAllString(string(settings), "")
	return files{"quartet.yaml": strings.Replace(text, "site:\n", "site:\n"+declared, 1) + more, "seed/media.yaml": "# None.\n"}
}

// with is files and others beside them.
func with(some, others files) files {
	maps.Copy(some, others)
	return some
}

// pictured is publication with a purpose for files, and with a rich text among
// the properties of a post.
func pictured() files {
	const declared = `  media:
    purposes:
      - { name: picture, required: [webp, jpeg], maxBytes: { image/webp: 300000, image/jpeg: 400000 } }
`
	articles, err := os.ReadFile("../examples/publication/manifests/articles.yaml")
	if err != nil {
		panic(err)
	}
	const notes = "      notes: { type: string, title: Notes, maxLength: 5000, x-mcp-hint: richtext }\n"
	added := purposes(declared)
	added["manifests/articles.yaml"] = strings.Replace(string(articles), "      cover:\n", notes+"      cover:\n", 1)
	return added
}

func TestJourneys(t *testing.T) {
	t.Parallel()
	environment := append(browser(t), "PROGRAM="+program)
	scripts(t, "admin", len(journeys))
	for _, each := range journeys {
		t.Run(each.script, func(t *testing.T) {
			t.Parallel()
			serve(t, each.example, each.added).play(t, filepath.Join("admin", each.script+".mjs"), environment...)
		})
	}
}

// TestLighthouse measures, so that nothing of this package runs beside it: it is
// not parallel, and what is waits for it (decision 98).
func TestLighthouse(t *testing.T) {
	serve(t, "publication", nil).play(t, "lighthouse.mjs", chromium(t)...)
}

// manyPosts are seeds: drafts with slugs from leaf-0000.
func manyPosts(count int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, "---\ncollection: posts\ndata: { slug: leaf-%04d, publishedAt: %d, author: thomas-hale }\n", i, 1_600_000_000_000+i)
	}
	return b.String()
}
