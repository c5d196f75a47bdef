package content_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

// BenchmarkPublished is what pages read of 50,000 articles in five locales, and of a sixth
// that three have: one by its address, a list, what stands beside one, and the other
// locales of a list.
//
//	go test ./internal/content -run '^$' -bench Published
func BenchmarkPublished(b *testing.B) {
	const count = 50_000
	locales := []string{"en", "de", "fr", "ja", "zh-TW"}
	s := openPaged(b, addressed, content.Options{}, plan.Address{Schema: "posts", Slug: "slug"})
	schema, slug := s.slug("posts")
	body := strings.Repeat("Some words of text. ", 100)
	storetest.Fill(b, s.store, schema, count*len(locales)+3, func(i int) *content.Entry {
		number, locale := i/len(locales), "fi"
		if number < count {
			locale = locales[i%len(locales)]
		} else {
			number = i - count*len(locales)
		}
		return &content.Entry{
			ID: fmt.Sprintf("post-%07d", i), Status: content.Published, Version: 1, CreatedAt: int64(i), UpdatedAt: int64(i),
			Data: values{"slug": fmt.Sprint("an-article-", number), "locale": locale, "title": fmt.Sprint("An article ", number), "body": body},
		}
	})
	run := func(name string, read func() (entries int, err error), want int) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if got, err := read(); got != want || err != nil {
					b.Fatal(got, describe(err))
				}
			}
		})
	}
	run("entry", func() (int, error) {
		_, err := s.PublishedBy(s.ctx, schema, slug, "an-article-4711", "ja")
		return 1, err
	}, 1)
	excerpt := []*plan.Column{slug, schema.Property("title"), schema.Property("locale")}
	list := func(locale string, after []any, limit int) ([]*content.Entry, error) {
		page, err := s.ListPublished(s.ctx, content.PublishedQuery{Schema: schema, Locale: locale, After: after, Limit: limit, Excerpt: excerpt})
		return page.Entries, err
	}
	count20 := func(locale string, after []any) func() (int, error) {
		return func() (int, error) {
			entries, err := list(locale, after, 20)
			return len(entries), err
		}
	}
	run("list of 20", count20("de", nil), 20)
	run("list of 20, deep", count20("de", []any{int64(1000), "post-0001000"}), 20)
	run("list of a rare locale", count20("fi", nil), 3)
	run("list of no locale there is", count20("sv", nil), 0)
	run("neighbours", func() (int, error) {
		newer, older, err := s.neighbours(schema, s.at("posts", "an-article-25000", "de"), "de", excerpt)
		if newer == nil || older == nil {
			return 0, err
		}
		return 2, err
	}, 2)
	page, err := list("de", nil, 20)
	s.wants(err, "", "")
	run("alternates of 20", func() (int, error) {
		all, err := s.Alternates(s.ctx, schema, slug, page, locales)
		return len(all) * len(all[page[7].ID]), err
	}, 20*len(locales))
	run("former address", func() (int, error) {
		_, _, err := s.FormerAddress(s.ctx, schema, slug, "an-article", "de")
		return 0, err
	}, 0)
}
