package sqlgen_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// What staff ask for, beside its SQLite and PostgreSQL text.
func TestGoldenStaffSQL(t *testing.T) {
	const file = "testdata/staff/lists.txtar"
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := renderStaff(plantest.Seal(t, string(archive.Files[0].Data)))
	if *update {
		archive.Files[1].Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(archive.Files[1].Data), got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func renderStaff(site *plan.Plan) string {
	var out strings.Builder
	posts, notes := site.Schema("posts"), site.Schema("notes")
	order := func(s *plan.Schema, desc bool, names ...string) (terms []plan.Order) {
		for _, name := range append(names, "id") {
			terms = append(terms, plan.Order{Column: s.Column(name), Desc: desc})
		}
		return terms
	}
	sought := plan.Criteria{Terms: []string{`a[Ö].*\`}, Searched: []string{"slug", "score"}}
	chosen := plan.Criteria{Equal: []plan.Equality{{Field: "slug", Values: []any{"one", "two"}}, {Field: "either", Values: []any{"7"}}, {Field: "pinned", Values: []any{true}}}}
	chosenLocale := plan.Criteria{Equal: []plan.Equality{{Field: "locale", Values: []any{"en"}}}}
	toNotes := plan.Joined{Schema: notes, Own: posts.Column("slug"), Their: notes.Properties()[0]}
	translated := plan.Criteria{
		Terms: []string{"tea", "green"}, Searched: []string{"slug"},
		Through: []plan.Through{{Joined: toNotes, Searched: []string{"id"}}},
	}
	within := plan.Criteria{Ranges: []plan.Range{{Field: "publishedAt", From: int64(5)}, {Field: "score", From: 0.5, To: int64(7)}, {Field: "slug", To: "m"}}}
	empty := plan.Criteria{Empty: []plan.Emptiness{{Field: "slug"}, {Field: "pinned", Not: true}, {Field: "either"}, {Field: "tags", Not: true}}}
	other := plan.Criteria{Unequal: []plan.Equality{{Field: "slug", Values: []any{"one", "two"}}, {Field: "either", Values: []any{"7"}}, {Field: "pinned", Values: []any{true}}}, Holding: []plan.Holding{{Field: "slug", Term: "Tea"}, {Field: "tags", Term: "ö"}}}
	without := plan.Criteria{Translations: []plan.TranslationTest{{Locale: "en", Not: true, Parts: []plan.TranslationPart{{Joined: toNotes}}}, {Parts: []plan.TranslationPart{{Joined: toNotes}}}}}
	saying := plan.TranslationPart{Joined: toNotes, Where: plan.Criteria{Holding: []plan.Holding{{Field: "id", Term: "tea"}}}}
	either := plan.Criteria{
		Equal: []plan.Equality{{Field: "pinned", Values: []any{true}}},
		Groups: [][]plan.Criteria{
			{{Equal: []plan.Equality{{Field: "slug", Values: []any{"one"}}}}, {Translations: []plan.TranslationTest{{Locale: "de", Parts: []plan.TranslationPart{saying}}, {Not: true, Parts: []plan.TranslationPart{saying}}}}},
			{{Holding: []plan.Holding{{Field: "slug", Term: "tea", Not: true}}}},
		},
	}
	for _, d := range dialects {
		for _, l := range []struct {
			name string
			sqlgen.EntryList
		}{
			{"changed last", sqlgen.EntryList{Schema: posts, Order: order(posts, true, "updatedAt")}},
			{"changed last, after a row", sqlgen.EntryList{Schema: posts, Order: order(posts, true, "updatedAt"), Nulls: []bool{false, false}}},
			{"of an operational Schema", sqlgen.EntryList{Schema: notes, Order: order(notes, true, "createdAt")}},
			{"drafts alone", sqlgen.EntryList{Schema: posts, Status: "draft", Order: order(posts, false, "createdAt")}},
			{"drafts by an index", sqlgen.EntryList{Schema: posts, Status: "draft", Order: order(posts, false, "slug")}},
			{"few drafts by an index", sqlgen.EntryList{Schema: posts, Status: "draft", Few: posts.Column("status"), Order: order(posts, false, "slug")}},
			{"few of a value, changed last", sqlgen.EntryList{Schema: posts, Few: posts.Column("locale"), Criteria: chosenLocale, Order: order(posts, true, "updatedAt")}},
			{"by an index, after a row", sqlgen.EntryList{Schema: posts, Order: order(posts, true, "locale", "publishedAt"), Nulls: []bool{false, true, false}}},
			{"sought", sqlgen.EntryList{Schema: posts, Criteria: sought, Order: order(posts, false, "slug")}},
			{"sought in ASCII", sqlgen.EntryList{Schema: posts, Criteria: plan.Criteria{Terms: []string{`5%_\`}, Searched: []string{"slug"}}, Order: order(posts, false, "slug")}},
			{"looked up", sqlgen.EntryList{Schema: posts, Search: sqlgen.SearchOf(posts), Status: "draft", Criteria: plan.Criteria{Terms: []string{"Tea"}, Searched: []string{"slug"}}, Order: order(posts, true, "updatedAt")}},
			{"two terms, looked up", sqlgen.EntryList{Schema: posts, Search: sqlgen.SearchOf(posts), Criteria: plan.Criteria{Terms: []string{"tea", "jar"}, Searched: []string{"slug"}}, Order: order(posts, true, "updatedAt")}},
			{"sought in translations", sqlgen.EntryList{Schema: posts, Criteria: translated, Order: order(posts, false, "slug")}},
			{"looked up in translations", sqlgen.EntryList{Schema: posts, Search: sqlgen.SearchOf(posts), Beside: map[*plan.Schema]*sqlgen.Search{notes: sqlgen.SearchOf(notes)}, Criteria: translated, Order: order(posts, false, "slug")}},
			{"looked up in translations without a search table", sqlgen.EntryList{Schema: posts, Search: sqlgen.SearchOf(posts), Criteria: translated, Order: order(posts, false, "slug")}},
			{"with a translation and without another", sqlgen.EntryList{Schema: posts, Criteria: without, Order: order(posts, true, "updatedAt")}},
			{"one of a group", sqlgen.EntryList{Schema: posts, Criteria: either, Order: order(posts, true, "updatedAt")}},
			{"within ranges", sqlgen.EntryList{Schema: posts, Criteria: within, Order: order(posts, false, "publishedAt")}},
			{"other values, and texts that hold a term", sqlgen.EntryList{Schema: posts, Criteria: other, Order: order(posts, true, "updatedAt")}},
			{"empty or not", sqlgen.EntryList{Schema: posts, Criteria: empty, Order: order(posts, true, "updatedAt"), Status: "draft"}},
			{"by a property without an index, after a row", sqlgen.EntryList{Schema: posts, Order: order(posts, true, "score"), Nulls: []bool{false, false}}},
			{"chosen", sqlgen.EntryList{Schema: posts, Criteria: chosen, Order: order(posts, false, "slug")}},
			{"excerpt", sqlgen.EntryList{Schema: posts, Order: order(posts, false, "slug"), Excerpt: posts.Properties()[:5]}},
		} {
			if l.Search != nil && d != sqlgen.SQLite {
				continue // which has indexes of its own for it
			}
			fmt.Fprintf(&out, "## %s, %s\n", l.name, d.Name)
			for _, statement := range l.Statements(d) {
				statement.Text = strings.NewReplacer(sqlgen.SearchOf(posts).Definition(), "<definition>", sqlgen.SearchOf(notes).Definition(), "<definition>").Replace(statement.Text)
				statementText(&out, statement)
			}
		}
		fmt.Fprintf(&out, "## Views, %s\n", d.Name)
		statementText(&out, sqlgen.ViewMatching(d, site.View("listed"), sought).Statement)
		if statement, ok := sqlgen.WrapMatching(d, site.View("counted"), plan.Criteria{Terms: []string{"a"}, Searched: []string{"slug"}, Equal: chosen.Equal[:1]}); ok {
			statementText(&out, statement)
		}
		fmt.Fprintf(&out, "## counts, %s\n%s\n%s\n%s\n", d.Name,
			sqlgen.CountStatuses(d, posts), sqlgen.CountValues(d, posts, posts.Column("slug")), sqlgen.CountCreated(d, posts))
		fmt.Fprintf(&out, "## how many match, %s\n", d.Name)
		statementText(&out, sqlgen.EntryList{Schema: posts, Status: "draft", Criteria: within}.Count(d, 1000))
		statementText(&out, sqlgen.EntryList{Schema: posts}.Count(d, 1000))
		statementText(&out, sqlgen.EntryList{Schema: posts, Status: "draft", Criteria: within}.CountBy(d, posts.Column("locale"), 1000))
		fmt.Fprintf(&out, "## more of a status and of a value, %s\n", d.Name)
		drafts := sqlgen.EntryList{Schema: posts, Status: "draft", Criteria: chosenLocale}
		statementText(&out, drafts.HasMore(d, posts.Column("status"), 1000))
		statementText(&out, drafts.HasMore(d, posts.Column("locale"), 1000))
	}
	return out.String()
}
