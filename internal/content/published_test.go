package content_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// addressed has a Schema for each kind of unique index that a slug may lead.
const addressed = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec:
  title: Posts
  localized: true
  schema: { type: object, properties: { slug: { type: string }, locale: { type: string }, title: { type: string }, body: { type: string } } }
  uniqueIndexes: [[slug, locale]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: news }
spec:
  title: News
  localized: true
  schema: { type: object, properties: { slug: { type: string }, locale: { type: string } } }
  uniqueIndexes: [[slug]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: guides }
spec:
  title: Guides
  localized: true
  schema: { type: object, properties: { slug: { type: string }, edition: { type: integer }, locale: { type: string } } }
  uniqueIndexes: [[slug, edition, locale]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: terms }
spec:
  title: Terms
  schema: { type: object, properties: { slug: { type: string }, text: { type: string } } }
  uniqueIndexes: [[slug]]
`

func openPages(t *testing.T) service {
	t.Helper()
	now := time.UnixMilli(1_700_000_000_000)
	var addresses []plan.Address
	for _, name := range []string{"posts", "news", "guides", "terms"} {
		addresses = append(addresses, plan.Address{Schema: name, Slug: "slug"})
	}
	clock := func() time.Time { now = now.Add(time.Second); return now }
	return openPaged(t, addressed, content.Options{Now: clock}, addresses...)
}

// published makes an entry and publishes it.
func (s service) published(collection string, data values) *content.Entry {
	s.t.Helper()
	e, err := s.Publish(s.ctx, nobody, collection, s.add(collection, data).ID, 0)
	if err != nil {
		s.t.Fatal(describe(err))
	}
	return e
}

// slug is the property that the pages of a collection end in.
func (s service) slug(collection string) (*plan.Schema, *plan.Column) {
	schema := s.Plan().Schema(collection)
	return schema, schema.Property("slug")
}

func TestPublishedBy(t *testing.T) {
	s := openPages(t)
	for _, each := range []struct {
		collection string
		data       values
		as         string // what it is called below; drafts are d
	}{
		{"posts", values{"slug": "a", "locale": "en"}, "a-en"},
		{"posts", values{"slug": "a", "locale": "de"}, "d"},
		{"posts", values{"slug": "a", "locale": "zh-TW"}, "a-zh"},
		{"news", values{"slug": "a", "locale": "en"}, "a-en"},
		{"guides", values{"slug": "a", "edition": 1, "locale": "en"}, "d"},
		{"guides", values{"slug": "a", "edition": 2, "locale": "de"}, "a-de"},
		{"guides", values{"slug": "a", "edition": 2, "locale": "en"}, "a-en"},
		{"terms", values{"slug": "a", "text": "x"}, "a"},
		{"terms", values{"slug": "b"}, "d"},
	} {
		if _, err := s.Load(s.ctx, each.collection, each.as+"-"+fmt.Sprint(each.data), each.data, ""); err != nil {
			t.Fatal(describe(err))
		}
		if each.as != "d" {
			_, err := s.Publish(s.ctx, nobody, each.collection, each.as+"-"+fmt.Sprint(each.data), 0)
			s.wants(err, "", "")
		}
	}
	for _, test := range []struct {
		collection, slug, locale string
		public, staff            string // what the id begins with; "" for none
	}{
		{"posts", "a", "en", "a-en", "a-en"},
		{"posts", "a", "zh-TW", "a-zh", "a-zh"},
		{"posts", "a", "zh-tw", "", ""},
		{"posts", "a", "de", "", "d"},
		{"posts", "a", "fr", "", ""},
		{"posts", "A", "en", "", ""},
		{"posts", "a", "", "a-en", "a-en"},
		{"news", "a", "en", "a-en", "a-en"},
		{"news", "a", "de", "", ""},
		{"news", "a", "", "a-en", "a-en"},
		{"guides", "a", "en", "a-en", "a-en"},
		{"guides", "a", "de", "a-de", "a-de"},
		{"guides", "a", "fr", "", ""},
		{"terms", "a", "", "a", "a"},
		{"terms", "a", "en", "a", "a"},
		{"terms", "b", "", "", "d"},
		{"terms", "", "", "", ""},
		{"terms", strings.Repeat("a", 10<<10), "", "", ""},
		{"posts", "a", strings.Repeat("a", 10<<10), "", ""},
		{"posts", "a\x00", "en", "", ""},
		{"posts", "\xff", "en", "", ""},
		{"posts", "a", "\xff", "", ""},
		{"terms", "a' OR 1=1 --", "", "", ""},
	} {
		schema, slug := s.slug(test.collection)
		check := func(who, want string, e *content.Entry, err error) {
			name := fmt.Sprintf("%s %.20q in %.20q for %s", test.collection, test.slug, test.locale, who)
			switch {
			case want == "" && !diag.HasCode(err, diag.NotFound):
				t.Errorf("%s: %+v, %v; want NOT_FOUND", name, e, err)
			case want != "" && (err != nil || !strings.HasPrefix(e.ID, want)):
				t.Errorf("%s: %+v, %v; want %s", name, e, err, want)
			}
		}
		e, err := s.PublishedBy(s.ctx, schema, slug, test.slug, test.locale)
		check("anybody", test.public, e, err)
		e, err = s.EntryBy(s.ctx, schema, slug, test.slug, test.locale)
		check("staff", test.staff, e, err)
	}
}

// Whatever stands in an address is looked up, and finds what has it or nothing.
func FuzzPublishedBy(f *testing.F) {
	s := openPaged(f, addressed, content.Options{}, plan.Address{Schema: "guides", Slug: "slug"})
	f.Add("a", "en")
	f.Add("%2e%2e/\x00", "zh_TW")
	f.Add(strings.Repeat("ä", 3000), "'")
	for _, collection := range []string{"posts", "news", "guides", "terms"} {
		s.add(collection, values{"slug": "a"})
	}
	f.Fuzz(func(t *testing.T, value, locale string) {
		for _, collection := range []string{"posts", "news", "guides", "terms"} {
			schema, slug := s.slug(collection)
			if _, err := s.PublishedBy(s.ctx, schema, slug, value, locale); !diag.HasCode(err, diag.NotFound) {
				t.Errorf("%s: %v", collection, describe(err))
			}
			if e, err := s.EntryBy(s.ctx, schema, slug, value, locale); err == nil && e.Data["slug"] != value {
				t.Errorf("%s: %+v", collection, e)
			}
			if _, ok, err := s.FormerAddress(s.ctx, schema, slug, value, locale); ok || err != nil {
				t.Errorf("%s: %t, %v", collection, ok, err)
			}
		}
	})
}

func TestListPublished(t *testing.T) {
	s := openPages(t)
	for i := range 7 {
		locale := []string{"en", "de"}[i/5]
		s.published("posts", values{"slug": fmt.Sprint(i), "locale": locale, "title": fmt.Sprint("t", i), "body": "b"})
	}
	s.add("posts", values{"slug": "draft", "locale": "en"})
	changed, _ := s.slug("posts")
	_, err := s.Patch(s.ctx, nobody, "posts", s.at("posts", "2", "en").ID, values{"title": "new"}, 0)
	s.wants(err, "", "")
	for name, test := range map[string]struct {
		locale string
		order  content.PublishedOrder
		want   string
	}{
		"newest first":              {"en", content.NewestFirst, "2 4 3 1 0"},
		"oldest first":              {"en", content.OldestFirst, "0 1 3 4 2"},
		"by id":                     {"en", content.ByID, "0 1 2 3 4"},
		"of any locale":             {"", content.NewestFirst, "2 6 5 4 3 1 0"},
		"of any locale, by id":      {"", content.ByID, "0 1 2 3 4 5 6"},
		"of a locale that has few":  {"de", content.NewestFirst, "6 5"},
		"of a locale that has none": {"fr", content.NewestFirst, ""},
	} {
		for limit := 1; limit <= 8; limit++ {
			q := content.PublishedQuery{Schema: changed, Locale: test.locale, Order: test.order, Limit: limit}
			var got []string
			for {
				page, err := s.ListPublished(s.ctx, q)
				s.wants(err, "", "")
				for _, e := range page.Entries {
					got = append(got, e.Data["slug"].(string))
				}
				if q.After = page.Next; q.After == nil {
					break
				}
			}
			if listed := strings.Join(got, " "); listed != test.want {
				t.Errorf("%s, by %d: %q, want %q", name, limit, listed, test.want)
			}
		}
	}
}

// at is the published entry with a slug.
func (s service) at(collection, value, locale string) *content.Entry {
	s.t.Helper()
	schema, slug := s.slug(collection)
	e, err := s.PublishedBy(s.ctx, schema, slug, value, locale)
	if err != nil {
		s.t.Fatal(value, describe(err))
	}
	return e
}

// An excerpt holds what was asked for, and never a part of a slug: it would lead
// elsewhere.
func TestAnExcerptHoldsWholeSlugs(t *testing.T) {
	s := openPages(t)
	long := strings.Repeat("a", 1000)
	s.published("posts", values{"slug": long, "locale": "en", "title": long, "body": "b"})
	schema, slug := s.slug("posts")
	page, err := s.ListPublished(s.ctx, content.PublishedQuery{Schema: schema, Excerpt: []*plan.Column{slug, schema.Property("title")}})
	s.wants(err, "", "")
	if data := page.Entries[0].Data; data["slug"] != long || len(data) != 2 || data["title"] == long {
		t.Errorf("the excerpt is %v", data)
	}
}

// neighbours are the entries that were changed next after and next before one, which
// lists in either order go on to from it.
func (s service) neighbours(schema *plan.Schema, e *content.Entry, locale string, excerpt []*plan.Column) (newer, older *content.Entry, err error) {
	q := content.PublishedQuery{Schema: schema, Locale: locale, After: []any{e.UpdatedAt, e.ID}, Limit: 1, Excerpt: excerpt, Only: true}
	if older, err = s.firstPublished(q); err == nil {
		q.Order = content.OldestFirst
		newer, err = s.firstPublished(q)
	}
	return newer, older, err
}

func (s service) firstPublished(q content.PublishedQuery) (*content.Entry, error) {
	page, err := s.ListPublished(s.ctx, q)
	if err != nil || len(page.Entries) == 0 {
		return nil, err
	}
	return page.Entries[0], nil
}

func TestNeighbours(t *testing.T) {
	s := openPages(t)
	for i := range 4 {
		s.published("posts", values{"slug": fmt.Sprint(i), "locale": "en"})
		s.published("posts", values{"slug": fmt.Sprint(i), "locale": "de"})
	}
	s.add("posts", values{"slug": "draft", "locale": "en"})
	schema, slug := s.slug("posts")
	for i := range 4 {
		newer, older, err := s.neighbours(schema, s.at("posts", fmt.Sprint(i), "en"), "en", []*plan.Column{slug})
		s.wants(err, "", "")
		for _, each := range []struct {
			e    *content.Entry
			want int
		}{{newer, i + 1}, {older, i - 1}} {
			if there := each.want >= 0 && each.want < 4; there != (each.e != nil) || there && each.e.Data["slug"] != fmt.Sprint(each.want) {
				t.Errorf("beside %d: %+v, want %d", i, each.e, each.want)
			}
		}
	}
}

// The same slug in another locale is the same page, where entries are not joined.
func TestAlternatesOfASlug(t *testing.T) {
	s := openPages(t)
	var entries []*content.Entry
	for i := range 150 {
		entries = append(entries, s.published("posts", values{"slug": fmt.Sprint(i), "locale": "en"}))
		if i%2 == 0 {
			s.published("posts", values{"slug": fmt.Sprint(i), "locale": "de"})
			s.published("posts", values{"slug": fmt.Sprint(i), "locale": "fr"})
		} else {
			s.add("posts", values{"slug": fmt.Sprint(i), "locale": "de"})
		}
	}
	schema, slug := s.slug("posts")
	all, err := s.Alternates(s.ctx, schema, slug, entries, []string{"de", "en"})
	s.wants(err, "", "")
	for i, e := range entries {
		want := []string{"en"}
		if i%2 == 0 {
			want = []string{"de", "en"}
		}
		if got := localesOf(all[e.ID]); !slices.Equal(got, want) {
			t.Errorf("%d: %v, want %v", i, got, want)
		}
	}
	if all, err = s.Alternates(s.ctx, schema, slug, entries[:1], nil); err != nil || len(all[entries[0].ID]) != 3 {
		t.Errorf("of all locales: %v, %v", all, err)
	}
	terms, slug := s.slug("terms")
	if all, err = s.Alternates(s.ctx, terms, slug, []*content.Entry{s.published("terms", values{"slug": "a"})}, nil); err != nil || len(all) != 0 {
		t.Errorf("of a Schema without locales: %v, %v", all, err)
	}
}

func localesOf(entries []*content.Entry) (locales []string) {
	for _, e := range entries {
		locales = append(locales, e.Locale())
	}
	return locales
}

// TestTranslationsOnPages: a translation is shown over its published parent, and its
// alternates are those of the parent.
func TestTranslationsOnPages(t *testing.T) {
	s := openPaged(t, strings.Replace(teas, "uniqueIndexes: [[slug]]", "indexes: []", 1), content.Options{},
		plan.Address{Schema: "tea-texts", Slug: "slug"})
	oolong := s.published("teas", values{"slug": "oolong", "grams": 5})
	s.add("teas", values{"slug": "sencha"})
	var texts []*content.Entry
	for _, each := range []string{"oolong en", "oolong zh-TW", "sencha en", "assam en"} {
		slug, locale, _ := strings.Cut(each, " ")
		texts = append(texts, s.published("tea-texts", values{"slug": slug, "locale": locale, "title": "t"}))
	}
	s.add("tea-texts", values{"slug": "oolong", "locale": "de", "title": "t"})
	schema, slug := s.slug("tea-texts")
	parents, err := s.Parents(s.ctx, schema, texts, nil)
	s.wants(err, "", "")
	if len(parents) != 2 || parents[texts[0].ID].ID != oolong.ID || parents[texts[1].ID].Data["grams"] != int64(5) {
		t.Errorf("the parents are %v", parents)
	}
	staff, err := s.AnyParents(s.ctx, schema, texts, nil)
	s.wants(err, "", "")
	if len(staff) != 3 || staff[texts[0].ID].ID != oolong.ID || staff[texts[2].ID].Status != content.Draft {
		t.Errorf("the parents for staff are %v", staff)
	}
	alternates, err := s.Alternates(s.ctx, schema, slug, texts, nil)
	s.wants(err, "", "")
	if got := localesOf(alternates[texts[0].ID]); !slices.Equal(got, []string{"en", "zh-TW"}) {
		t.Errorf("the alternates are %v", got)
	}
	under, err := s.PublishedTranslations(s.ctx, schema, []*content.Entry{oolong}, []string{"zh-TW", "de"}, nil)
	s.wants(err, "", "")
	if got := under[oolong.ID]; len(got) != 1 || got[0].ID != texts[1].ID || got[0].Data["title"] != "t" {
		t.Errorf("under the parent: %v", got)
	}
	if parents, err = s.Parents(s.ctx, s.Plan().Schema("teas"), []*content.Entry{oolong}, nil); parents != nil || err != nil {
		t.Errorf("of a Schema without a parent: %v, %v", parents, err)
	}
}
