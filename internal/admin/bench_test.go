package admin_test

import (
	"flag"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

var rows = flag.Int("rows", 100_000, "entries of the larger collection of BenchmarkList")

// BenchmarkList is the first page of a list over HTTP: of 1,000 entries and of
// many. What serves it is an index, so that the two differ little.
//
//	go test ./internal/admin -run '^$' -bench List -rows 1000000
func BenchmarkList(b *testing.B) {
	for _, n := range []int{1000, *rows} {
		s := open(b, tea)
		fill(b, s, n)
		waitForSearch(b, s, n)
		for _, list := range [][2]string{
			{"changed last", "/entries?collection=posts"}, {"articles", "/entries?collection=posts&sort=article.changedAt"},
			{"drafts of articles", "/entries?collection=posts&status=draft&sort=article.changedAt"},
			{"archived articles", "/entries?collection=posts&status=archived&sort=article.changedAt"},
			{"articles of a term", "/entries?collection=posts&search=tea&sort=article.changedAt"}, {"drafts", "/entries?collection=posts&status=draft"},
			{"by an index", "/entries?collection=posts&sort=stars"}, {"filtered", "/entries?collection=posts&filter.stars=7"},
			{"archived, by an index", "/entries?collection=posts&status=archived&sort=stars"},
			{"a filter's value, changed last", "/entries?collection=orders&filter.stage=placed&sort=updatedAt"},
			{"a value that no entry has", "/entries?collection=orders&filter.stage=shipped&sort=updatedAt"},
			{"a common term", "/entries?collection=posts&search=tea"}, {"statistics", "/collections/posts/statistics"},
			{"a term that one entry has", "/entries?collection=posts&search=needle"},
			{"home", "/home?since=0"},
			{"two characters that no entry has", "/entries?collection=posts&search=%E8%8C%B6%E9%A4%A8"},
		} {
			b.Run(fmt.Sprintf("%s/%d", list[0], n), func(b *testing.B) { read(b, s, list[1]) })
		}
	}
}

// BenchmarkListOfAnImport is the first page of articles that were all made before their
// translations, by their last change. From the oldest on it ends before there is one.
//
//	go test ./internal/admin -run '^$' -bench ListOfAnImport
func BenchmarkListOfAnImport(b *testing.B) {
	for _, n := range []int{10_000, *rows} {
		s := open(b, tea)
		importPosts(b, s, n)
		for _, direction := range []string{"desc", "asc"} {
			b.Run(fmt.Sprintf("%s/%d", direction, n), func(b *testing.B) {
				read(b, s, "/entries?collection=posts&sort=article.changedAt&direction="+direction)
			})
		}
	}
}

// read asks for an address of the Admin API.
func read(b *testing.B, s *service, address string) {
	b.Helper()
	for b.Loop() {
		if got := s.do("GET", "/admin/api"+address, "owner ada", ""); got.status != http.StatusOK {
			b.Fatal(got.status, got.body)
		}
	}
}

// importPosts makes n posts, and then two texts of each.
func importPosts(b *testing.B, s *service, n int) {
	b.Helper()
	entry := func(i, at int, id string, data map[string]any) *content.Entry {
		id = fmt.Sprintf("018bcfe5-%04x-7000-%s-%012x", i>>16, id, i)
		return &content.Entry{ID: id, Status: content.Draft, Version: 1, CreatedAt: int64(at), UpdatedAt: int64(at), Data: data}
	}
	storetest.Fill(b, s.store, s.content.Plan().Schema("posts"), n, func(i int) *content.Entry {
		return entry(i, i, "8000", map[string]any{"slug": fmt.Sprintf("slug-%d-", i), "title": "A title about tea", "stars": int64(i % 1000)})
	})
	storetest.Fill(b, s.store, s.content.Plan().Schema("post-texts"), 2*n, func(i int) *content.Entry {
		return entry(i, n+i, "8002", map[string]any{"slug": fmt.Sprintf("slug-%d-", i/2), "locale": []string{"en", "de"}[i%2], "title": "A text about tea"})
	})
}

// waitForSearch waits until all of n posts are in the search table, if there is
// one of so many.
func waitForSearch(b *testing.B, s *service, n int) {
	b.Helper()
	db, err := sqlite3.Open("file:" + s.file)
	must(b, err)
	defer db.Close()
	reach, _, err := db.Prepare(`SELECT reach FROM _quartet_search WHERE collection = 'posts'`)
	must(b, err)
	defer reach.Close()
	for began := time.Now(); n >= 10_000; time.Sleep(100 * time.Millisecond) {
		if reach.Step() && reach.ColumnInt(0) == n {
			b.Logf("all of %d are in the search table after %v", n, time.Since(began))
			return
		}
		must(b, reach.Reset())
	}
}

// fill makes n posts, every third of them published and two archived, and n
// orders, none of them shipped. Every fourth post has two texts.
func fill(b *testing.B, s *service, n int) {
	b.Helper()
	storetest.Fill(b, s.store, s.content.Plan().Schema("posts"), n, func(i int) *content.Entry {
		e := &content.Entry{
			ID: fmt.Sprintf("018bcfe5-%04x-7000-8000-%012x", i>>16, i), Status: content.Draft, Version: 1, CreatedAt: int64(i), UpdatedAt: int64(i),
			Data: map[string]any{"slug": fmt.Sprintf("slug-%d-", i), "title": "A title about tea", "body": "Some words of text, and some more.", "stars": int64(i % 1000)},
		}
		if i%3 == 0 {
			e.Status = content.Published
		}
		if i == n/2 {
			e.Data["title"] = "A needle"
		}
		if i == n/3 || i == n/4 {
			e.Status = content.Archived
		}
		if i%10 == 0 {
			e.UpdatedAt = int64(i + i*7919%n) // changed since
		}
		return e
	})
	storetest.Fill(b, s.store, s.content.Plan().Schema("post-texts"), n/2, func(i int) *content.Entry {
		return &content.Entry{
			ID: fmt.Sprintf("018bcfe5-%04x-7000-8002-%012x", i>>16, i), Status: content.Draft, Version: 1, CreatedAt: int64(i), UpdatedAt: int64(i * 7919 % n),
			Data: map[string]any{"slug": fmt.Sprintf("slug-%d-", i/2*4), "locale": []string{"en", "de"}[i%2], "title": "A text about tea"},
		}
	})
	storetest.Fill(b, s.store, s.content.Plan().Schema("orders"), n, func(i int) *content.Entry {
		return &content.Entry{
			ID: fmt.Sprintf("018bcfe5-%04x-7000-8001-%012x", i>>16, i), Status: content.Published, Version: 1, CreatedAt: int64(i), UpdatedAt: int64(i),
			Data: map[string]any{"number": fmt.Sprint(i), "stage": []string{"placed", "paid"}[i%2]},
		}
	})
}
