package e2e_test

import (
	"embed"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

//go:embed walk
var walkFiles embed.FS

// allLocales are those that a large site may have, one of them written from right
// to left.
var allLocales = []string{"en", "zh-TW", "ar", "de", "pt-BR"}

// A largeSite has so many entries of each kind of Schema, every tenth a draft.
type largeSite struct {
	entries int
	locales []string
}

// rows are how many entries each Schema has; guides are the parents of guide-words.
func (l largeSite) rows() map[string]int {
	words := l.entries * 3 / 10
	guides := (words + len(l.locales) - 1) / len(l.locales)
	places := l.entries / 5
	return map[string]int{"stories": l.entries - words - guides - places, "guide-words": words, "guides": guides, "places": places}
}

func (l largeSite) walked() walked {
	values := `json_each('["` + strings.Join(l.locales, `", "`) + `"]')`
	w := walked{locales: l.locales, entries: `
		SELECT '/' || locale || '/stories/' || slug FROM stories WHERE status = 'published'
		UNION ALL SELECT '/' || locale || '/guides/' || slug FROM "guide-words" AS w WHERE status = 'published'
			AND EXISTS (SELECT 1 FROM guides WHERE slug = w.slug AND status = 'published')
		UNION ALL SELECT '/' || l.value || '/' || slug FROM places, ` + values + ` AS l WHERE status = 'published'`}
	for _, locale := range l.locales {
		w.lists = append(w.lists, "/"+locale, "/"+locale+"/stories", "/"+locale+"/guides")
	}
	return w
}

// serve fills the site and starts it.
func (l largeSite) serve(t *testing.T) *site {
	t.Helper()
	s, dir := folder(t, walkFiles, "walk")
	replace(t, filepath.Join(dir, "quartet.yaml"), "{{locales}}", strings.Join(l.locales, ", "))
	l.fill(t, s.data, sealed(t, dir))
	s.serve(t, "publication", dir, nil)
	return s
}

func (l largeSite) fill(t *testing.T, name string, p *plan.Plan) {
	t.Helper()
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: name, Plan: p, Unsynced: true})
	if err != nil {
		t.Fatal(err)
	}
	for schema, count := range l.rows() {
		storetest.Fill(t, store, p.Schema(schema), count, func(i int) *content.Entry { return l.entry(schema, i) })
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
}

// slugs are such as people write, also where an address must encode them.
var slugs = []string{"tea", "茶", "a b", "50%", "who?", "c#", "ümlaut", "p+q", "r&d", `"quoted"`, "semi;colon", "it's", "(x)", "[y]", "a%20b", "<b>"}

// entry is an entry of a Schema, in one locale after the other where it has one.
func (l largeSite) entry(schema string, i int) *content.Entry {
	group := i
	localized := schema == "stories" || schema == "guide-words"
	if localized {
		group = i / len(l.locales)
	}
	title := fmt.Sprintf("Part %d of *many* <b>&amp; [more](x) `茶`", i)
	e := &content.Entry{
		ID:     fmt.Sprintf("%08x-0000-7000-8000-%012x", i, len(schema)),
		Status: content.Published, Version: 1, CreatedAt: 1_600_000_000_000, UpdatedAt: 1_600_000_000_000 + int64(i/7*1000),
		Data: map[string]any{"slug": fmt.Sprintf("%s-%d", slugs[group%len(slugs)], group)},
	}
	if i%10 == 9 {
		e.Status = content.Draft
	}
	switch {
	case localized:
		e.Data["locale"], e.Data["title"] = l.locales[i%len(l.locales)], title
		e.Data["body"] = strings.Repeat("<p>Leaves that were picked before the sun stood high.</p>\n\n", 3)
	case schema == "places":
		e.Data["name"] = title
	}
	return e
}
