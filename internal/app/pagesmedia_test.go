package app_test

import (
	"context"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet"
)

// album is a site whose notes have covers, from a seed.
func album(t *testing.T) map[string]string {
	picture, err := os.ReadFile("../../examples/publication/seed/media/water.jpg")
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"quartet.yaml": "site: { locales: [en, zh-TW], media: { purposes: [{ name: cover, required: [jpeg], maxBytes: { image/jpeg: 90000 } }] } }\nroutes: { home: {}, collections: [{ collection: notes, list: true }] }\n",
		"manifests/notes.yaml": `apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  uniqueIndexes: [[slug]]
  schema: { type: object, properties: { slug: { type: string }, body: { type: string, x-mcp-hint: markdown }, cover: { type: string, x-mcp-hint: media-image } } }
`,
		"seed/a.yaml": `media: water
purpose: cover
files: [media/water.jpg]
alt: Ripples
translations: { zh-TW: { alt: 波紋 } }
focalPoint: { x: 0.25, y: 1 }
---
collection: notes
status: published
data: { slug: one, cover: water, body: '![](media:water) [lost](media:lost)' }
`,
		"seed/media/water.jpg": string(picture),
	}
}

// media.md: an asset of a seed takes the way of every upload, and pages show it in
// the language of the reader, with all that keeps them from jumping.
func TestAPageShowsTheMediaOfASeed(t *testing.T) {
	s := start(t, quartet.Options{}, album(t))
	report, err := s.Seed(context.Background(), nil)
	if err != nil || report.Loaded != 2 {
		t.Fatal(report, err)
	}
	for path, alt := range map[string]string{"/en/notes/one": "Ripples", "/zh-TW/notes/one": "波紋", "/en/notes": "Ripples", "/zh-TW": "波紋"} {
		answer := get(t, s, path)
		want := `<img src="/media/water/1/primary-0.jpg" srcset="/media/water/1/w320.jpg 320w, /media/water/1/w640.jpg 640w, /media/water/1/primary-0.jpg 960w"`
		body := answer.Body.String()
		if !strings.Contains(body, want) || !strings.Contains(body, ` alt="`+alt+`" width="960" height="640" style="object-position:25% 100%"`) || strings.Contains(body, "media:") {
			t.Errorf("%s: %s", path, body)
		}
		if strings.Count(body, `fetchpriority="high"`) != 1 {
			t.Errorf("%s has not one first picture", path)
		}
	}
	for path, kind := range map[string]string{"/media/water/1/primary-0.jpg": "image/jpeg", "/media/water/1/w320.jpg": "image/jpeg"} {
		if answer := get(t, s, path); answer.Code != 200 || answer.Header().Get("Content-Type") != kind {
			t.Errorf("%s is %d %v", path, answer.Code, answer.Header())
		}
	}
}

// The pages' policy admits the origin that serves the media; so a browser shows them
// there, too. A site without media admits nothing more.
func TestPagesAdmitTheOriginOfTheirMedia(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "a")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "b")
	files := album(t)
	files["quartet.yaml"] += "media: 's3://bucket?region=eu-1&endpoint=http://127.0.0.1:9&public=http://127.0.0.1:9/bucket'\n"
	headless := maps.Clone(files)
	headless["quartet.yaml"] = "routes: { home: {} }\n" + files["quartet.yaml"][strings.LastIndex(files["quartet.yaml"], "media: 's3"):]
	for name, test := range map[string]struct {
		files map[string]string
		path  string
		want  bool
	}{"with media": {files, "/en", true}, "without": {headless, "/", false}} {
		policy := get(t, start(t, quartet.Options{}, test.files), test.path).Header().Get("Content-Security-Policy")
		for _, directive := range []string{"img-src 'self' data: http://127.0.0.1:9 https:", "media-src 'self' http://127.0.0.1:9 https:"} {
			if strings.Contains(policy, directive) != test.want {
				t.Errorf("%s: %q", name, policy)
			}
		}
	}
}
