package e2e_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// journeys are what staff do from end to end: a script of admin/ each, with the
// example that it works on and the seeds that it needs beside those.
var journeys = []struct{ script, example, seeds string }{
	{"bulk", "publication", ""},
	{"keyboard", "publication", manyPosts(5000)},
	{"revoked", "publication", ""},
	{"sign-in", "publication", ""},
}

func TestJourneys(t *testing.T) {
	environment := browser(t)
	scripts(t, "admin", len(journeys))
	for _, each := range journeys {
		t.Run(each.script, func(t *testing.T) {
			t.Parallel()
			serve(t, each.example, each.seeds).play(t, filepath.Join("admin", each.script+".mjs"), environment...)
		})
	}
}

// manyPosts are seeds: drafts with slugs from leaf-0000.
func manyPosts(count int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, "---\ncollection: posts\ndata: { slug: leaf-%04d, publishedAt: %d, author: thomas-hale }\n", i, 1_600_000_000_000+i)
	}
	return b.String()
}
