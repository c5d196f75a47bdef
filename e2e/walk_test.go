package e2e_test

import (
	"flag"
	"slices"
	"testing"

	"github.com/ncruces/go-sqlite3"
)

var (
	walkEntries = flag.Int("walk", 2000, "how many entries the large site of TestWalk has")
	walkLocales = flag.Int("locales", 3, "how many locales it has, from 3 to 5")
)

// A walked site is an example, and what must have a page there: entries, by what
// the database says, and homes and lists.
type walked struct {
	example string
	entries string // SQL that gives their paths
	lists   []string
	locales []string
}

var walkedSites = []walked{
	{"publication", `
		SELECT '/' || locale || '/posts/' || slug FROM "post-translations" AS t WHERE status = 'published'
			AND EXISTS (SELECT 1 FROM posts WHERE slug = t.slug AND status = 'published')
		UNION ALL SELECT '/' || l.value || '/authors/' || slug FROM authors, json_each('["en", "zh-TW"]') AS l WHERE status = 'published'
		UNION ALL SELECT '/' || locale || iif(slug = 'home', '', '/' || slug) FROM pages WHERE status = 'published'`,
		[]string{"/en/posts", "/zh-TW/posts", "/en/authors", "/zh-TW/authors"}, []string{"en", "zh-TW"}},
	{"commerce", `SELECT '/products/' || sku FROM products WHERE status = 'published'`, []string{"/", "/products"}, nil},
	{"intake", `SELECT '/workshops/' || slug FROM workshops WHERE status = 'published'`, []string{"/", "/workshops"}, nil},
}

// TestWalk follows every link of a site: each answers 200 with what is well-formed,
// pages name each other in their languages, and sitemap, llms.txt, links and database
// have the same pages (decision 155).
func TestWalk(t *testing.T) {
	t.Parallel()
	for _, each := range walkedSites {
		t.Run(each.example, func(t *testing.T) {
			t.Parallel()
			s, dir := newSite(t, each.example)
			name(t, dir)
			s.serve(t, each.example, dir, nil)
			walk(t, s, each)
		})
	}
	t.Run("large", func(t *testing.T) {
		t.Parallel()
		site := largeSite{*walkEntries, allLocales[:*walkLocales]}
		wantFlat(t, walk(t, site.serve(t), site.walked()))
	})
}

// walk goes through a site, and gives how much memory it had resident after each
// round.
func walk(t *testing.T, s *site, site walked) (resident []int) {
	t.Helper()
	entries := s.column(t, site.entries)
	if len(entries) < 3 {
		t.Fatalf("the database has %d entries with a page", len(entries))
	}
	w := newWalker(s)
	for _, locale := range site.locales {
		w.follow("/" + locale + "/llms.txt")
	}
	w.run(t)
	all := slices.Concat(entries, site.lists)
	wantSame(t, "the sitemap", all, w.located)
	wantSame(t, "llms.txt", entries, w.indexed)
	if len(site.locales) > 0 {
		wantSame(t, "llms.txt of all locales", entries, w.indexedByLocale)
	}
	wantSame(t, "what links lead to", all, w.pages())
	w.wantReciprocal(t)
	t.Logf("%d entries' pages and %d lists: %d answers, %v", len(entries), len(site.lists), len(w.seen), w.kinds)
	return w.resident
}

// wantSame compares paths that stand in the database with those that were found, of
// which none may be there twice.
func wantSame(t *testing.T, where string, want, found []string) {
	t.Helper()
	left := map[string]int{}
	for _, each := range want {
		left[each]++
	}
	for _, each := range found {
		left[each]--
	}
	missing, more := "", ""
	for path, count := range left {
		if count > 0 {
			missing = path
		} else if count < 0 {
			more = path
		}
	}
	if missing != "" || more != "" {
		t.Errorf("%s has %d paths, not %d; missing: %q, beyond or twice: %q", where, len(found), len(want), missing, more)
	}
}

// wantFlat wants the second half of a walk to need hardly more memory than the first.
func wantFlat(t *testing.T, resident []int) {
	t.Helper()
	half := len(resident) / 2
	first, second := slices.Max(resident[:half]), slices.Max(resident[half:])
	t.Logf("resident at most %d MiB in the first half, %d MiB in the second", first>>10, second>>10)
	if second > first*5/4+16<<10 {
		t.Errorf("the site had %d KiB resident in the second half of the walk, %d KiB in the first", second, first)
	}
}

// column reads texts from the database of a site.
func (s *site) column(t testing.TB, query string) (texts []string) {
	t.Helper()
	db, err := sqlite3.OpenFlags(s.data, sqlite3.OPEN_READONLY)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, _, err := db.Prepare(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Step() {
		texts = append(texts, rows.ColumnText(0))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return texts
}
