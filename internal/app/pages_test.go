package app_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/logtest"
)

// TestAFileBehindAPageIsWarnedOf: a page route beats a file of public/ of the same path,
// with a warning at boot. Where an entry may have its page, nothing is behind it yet.
func TestAFileBehindAPageIsWarnedOf(t *testing.T) {
	log := &logtest.Log{}
	start(t, quartet.Options{Logger: slog.New(slog.NewTextHandler(log, nil))}, map[string]string{
		"quartet.yaml":              "site: { locales: [en, zh-TW] }\nroutes: { home: {}, collections: [{ collection: pages, list: true, feed: true }] }\n",
		"manifests/pages.yaml":      "apiVersion: quartet/v1\nkind: Schema\nmetadata: { name: pages }\nspec: { title: Pages, uniqueIndexes: [[slug]], schema: { type: object, properties: { slug: { type: string } } } }\n",
		"public/robots.txt":         "x",
		"public/en.md":              "x",
		"public/zh-TW/pages":        "x",
		"public/en/pages/feed.json": "x",
		"public/en/pages/entry":     "x",
		"public/favicon.ico":        "x",
		"public/en/free.txt":        "x",
		"public/pages":              "x",
	})
	said := log.String()
	for name, warned := range map[string]bool{
		"robots.txt": true, "en.md": true, "zh-TW/pages": true, "en/pages/feed.json": true,
		"en/pages/entry": false, "favicon.ico": false, "en/free.txt": false, "pages": false,
	} {
		if strings.Contains(said, "public/"+name+" ") != warned {
			t.Errorf("public/%s: warned is %v, in\n%s", name, !warned, said)
		}
	}
	if !strings.Contains(said, "code=ROUTE_INVALID") {
		t.Errorf("no code in\n%s", said)
	}
}
