package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

// magazine serves examples/publication with so many posts, and none of the
// example's own.
func magazine(b *testing.B, posts int) *site {
	b.Helper()
	s, dir := newSite(b, "publication")
	for _, name := range yamlFiles(b, filepath.Join(dir, "seed", "post-*.yaml")) {
		if err := os.Remove(name); err != nil {
			b.Fatal(err)
		}
	}
	fillMagazine(b, dir, posts)
	s.serve(b, "publication", dir, nil)
	return s
}

// fillMagazine writes the posts, each with one translation, before the program
// starts: a million takes about two minutes.
func fillMagazine(b *testing.B, dir string, posts int) {
	b.Helper()
	p := sealed(b, dir)
	store, err := sqlite.Open(b.Context(), sqlite.Options{Path: filepath.Join(dir, ".service", "data", "quartet.db"), Plan: p})
	if err != nil {
		b.Fatal(err)
	}
	a := archive{posts, time.Now().UnixMilli()}
	storetest.Fill(b, store, p.Schema("posts"), posts, a.post)
	storetest.Fill(b, store, p.Schema("post-translations"), posts, a.translation)
	if err := store.Close(); err != nil {
		b.Fatal(err)
	}
}

// sealed is the plan of a site's folder.
func sealed(b testing.TB, dir string) *plan.Plan {
	b.Helper()
	var texts []string
	for _, name := range yamlFiles(b, filepath.Join(dir, "manifests", "*.yaml")) {
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return plantest.Seal(b, strings.Join(texts, "\n---\n"))
}

func yamlFiles(b testing.TB, pattern string) []string {
	b.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		b.Fatal("no files: ", pattern, err)
	}
	return names
}

// archive is a magazine that had a post every minute until now.
type archive struct {
	posts int
	now   int64 // epoch milliseconds
}

var (
	authors = []string{"lin-yu-ching", "chen-po-han", "thomas-hale", "amelie-roux"}
	states  = slices.Concat(slices.Repeat([]content.Status{content.Published}, 7), []content.Status{content.Draft, content.Draft, content.Archived})
)

func (a archive) post(i int) *content.Entry {
	e := a.entry(i, "0190")
	e.Data["author"] = authors[i/len(states)%len(authors)]
	e.Data["tags"] = []any{"oolong", "taiwan"}
	return e
}

func (a archive) translation(i int) *content.Entry {
	e := a.entry(i, "0191")
	e.Data["locale"] = "en"
	e.Data["title"] = fmt.Sprintf("On the keeping of tea, part %d", i)
	e.Data["summary"] = "What a tin does for the leaves in it, and what it cannot do."
	e.Data["body"] = strings.Repeat("Leaves that were picked before the sun stood high wither on bamboo trays until noon. ", 7)
	return e
}

// entry is an entry in any state; every tenth has been changed since it was
// made.
func (a archive) entry(i int, prefix string) *content.Entry {
	age := int64(a.posts-i) * time.Minute.Milliseconds()
	e := &content.Entry{
		ID:     fmt.Sprintf("%s%04x-%04x-7000-8000-%012x", prefix, i>>16, i&0xffff, i),
		Status: states[i%len(states)], Version: 1, CreatedAt: a.now - age, UpdatedAt: a.now - age,
		Data: map[string]any{"slug": fmt.Sprintf("keeping-tea-%07d", i), "publishedAt": a.now - age},
	}
	if i%10 == 0 {
		e.UpdatedAt += age * int64(i*7919%1000) / 1000
	}
	return e
}
