package rest_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
)

// discard is a ResponseWriter that costs nothing.
type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(int)             {}
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }

// latest is a View of the newest posts of a place.
func latest(name, cache string) string {
	return fmt.Sprintf(`
---
apiVersion: quartet/v1
kind: View
metadata: { name: %s }
spec:
  from: posts
  surface: public
  fields: [id, slug, title, publishedAt]
  filter: { and: [{ eq: { field: place, value: { $param: place } } }, { gte: { field: publishedAt, value: { $param: since } } }] }
  orderBy: [{ field: publishedAt, direction: desc }]
  limit: 20
  params: { type: object, required: [place, since], properties: { place: { type: string, enum: [en, zh-TW] }, since: { type: integer } } }
  %s
`, name, cache)
}

// BenchmarkView is one page of 20 rows from the frame to the database, or to
// the cache.
func BenchmarkView(b *testing.B) {
	s := open(b, `
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec:
  title: Posts
  schema: { type: object, properties: { slug: { type: string }, place: { type: string }, title: { type: string }, publishedAt: { type: integer } } }
  indexes: [[place, publishedAt]]
`+latest("latest", "")+latest("shared", "cache: { sharedMaxAge: 60 }"))
	for i := range 200 {
		post := map[string]any{"slug": fmt.Sprintf("post-%d", i), "place": "en", "title": fmt.Sprintf("The title of post %d", i), "publishedAt": i}
		if _, err := s.service.Load(context.Background(), "posts", "", post, content.Published); err != nil {
			b.Fatal(err)
		}
	}
	s.frame.Log = slog.New(slog.NewJSONHandler(io.Discard, nil))
	for _, name := range []string{"latest", "shared"} {
		b.Run(name, func(b *testing.B) {
			r := httptest.NewRequest("GET", "/api/views/"+name+"?place=en&since=10", nil)
			w := &discard{http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				clear(w.header)
				s.frame.ServeHTTP(w, r)
			}
		})
	}
}
