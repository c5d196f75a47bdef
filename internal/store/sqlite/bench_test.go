package sqlite_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// posts is a site with one Schema, a hot list and a sql View.
const posts = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec:
  title: Posts
  localized: true
  schema:
    type: object
    properties:
      slug: { type: string }
      locale: { type: string }
      title: { type: string }
      body: { type: string }
      publishedAt: { type: integer }
      pinned: { type: boolean }
      tags: { type: array, items: { type: string } }
  uniqueIndexes: [[slug, locale]]
  indexes: [[locale, publishedAt]]
  searchableFields: [title]
---
apiVersion: quartet/v1
kind: View
metadata: { name: recent }
spec:
  from: posts
  surface: public
  fields: [id, slug, title, publishedAt]
  params: { type: object, required: [locale], properties: { locale: { type: string } } }
  filter: { and: [{ eq: { field: locale, value: { $param: locale } } }, { gte: { field: publishedAt, value: 0 } }] }
  orderBy: [{ field: publishedAt, direction: desc }]
  limit: 20
---
apiVersion: quartet/v1
kind: View
metadata: { name: counted }
spec:
  surface: staff
  params: { type: object, required: [locale], properties: { locale: { type: string } } }
  sql: SELECT pinned, tags, count(*) AS posts FROM posts WHERE locale = :locale GROUP BY pinned
---
apiVersion: quartet/v1
kind: View
metadata: { name: halves }
spec:
  surface: staff
  sql: >-
    SELECT id, data FROM posts WHERE title IS NOT data ->> 'title' OR slug IS NOT data ->> 'slug'
    OR publishedAt IS NOT data ->> 'publishedAt' OR pinned IS NOT data ->> 'pinned'
`

func post(i int) *content.Entry {
	return &content.Entry{
		ID: fmt.Sprintf("post-%07d", i), Status: content.Published, Version: 1, CreatedAt: int64(i), UpdatedAt: int64(i),
		Data: map[string]any{
			"slug": fmt.Sprintf("slug-%d", i), "locale": "en", "title": fmt.Sprintf("A title of usual length %d", i),
			"body": strings.Repeat("Some words of text. ", 20), "publishedAt": int64(i), "pinned": i%7 == 0, "tags": []any{"tea"},
		},
	}
}

func insertPosts(t testing.TB, store *sqlite.Store, p *plan.Plan, first, n int) {
	t.Helper()
	errs := make(chan error, n)
	slots := make(chan struct{}, 64)
	for i := first; i < first+n; i++ {
		slots <- struct{}{}
		go func() {
			errs <- store.Write(t.Context(), &content.Write{Op: content.Insert, Schema: p.Schema("posts"), Entry: post(i)})
			<-slots
		}()
	}
	for range n {
		if err := <-errs; err != nil {
			t.Fatal(err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	p := plantest.Seal(b, posts)
	b.Run("new", func(b *testing.B) {
		dir := b.TempDir()
		for i := range b.N {
			closed(b, open(b, filepath.Join(dir, fmt.Sprint(i), "site.db"), p))
		}
	})
	b.Run("existing", func(b *testing.B) {
		path := filepath.Join(b.TempDir(), "site.db")
		for b.Loop() {
			closed(b, open(b, path, p))
		}
	})
}

func closed(b testing.TB, store *sqlite.Store) {
	if err := store.Close(); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkRead(b *testing.B) {
	p := plantest.Seal(b, posts)
	store := open(b, filepath.Join(b.TempDir(), "site.db"), p)
	defer closed(b, store)
	insertPosts(b, store, p, 0, 20_000)
	list := content.ViewQuery{View: p.View("recent"), Params: []any{"en"}, Limit: 20, Keys: true}
	deep := list
	deep.After = []any{int64(10_000), "post-0010000"}
	sql := content.ViewQuery{View: p.View("counted"), Params: []any{"nowhere"}, Limit: 20}
	for name, q := range map[string]content.ViewQuery{"list": list, "list after a cursor": deep, "sql": sql} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				var rows []byte
				for pb.Next() {
					got, err := store.View(b.Context(), q, rows[:0])
					if err != nil {
						b.Fatal(err)
					}
					rows = got.Rows
				}
			})
		})
	}
	b.Run("entry", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := store.Entry(b.Context(), p.Schema("posts"), "post-0000017"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkWrite(b *testing.B) {
	p := plantest.Seal(b, posts)
	for _, writers := range []int{1, 16, 64} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			store := open(b, filepath.Join(b.TempDir(), "site.db"), p)
			defer closed(b, store)
			numbers := make(chan int)
			done := make(chan error, writers)
			for range writers {
				go func() {
					for i := range numbers {
						if err := store.Write(b.Context(), &content.Write{Op: content.Insert, Schema: p.Schema("posts"), Entry: post(i)}); err != nil {
							done <- err
							return
						}
					}
					done <- nil
				}()
			}
			for i := range b.N {
				numbers <- i
			}
			close(numbers)
			for range writers {
				if err := <-done; err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
