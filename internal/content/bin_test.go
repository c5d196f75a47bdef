package content_test

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// binSite is a site with teas in several languages, whose bin keeps what is deleted for an hour.
type binSite struct {
	service
	staff content.StaffEntries
	now   *time.Time
}

func openBin(t *testing.T, options content.Options) binSite {
	now := time.UnixMilli(1_700_000_000_000)
	options.Locales, options.Bin, options.Now = locales("en", "zh-TW", "de"), time.Hour, func() time.Time { return now }
	s := open(t, teas, options)
	return binSite{s, s.StaffEntries(editor), &now}
}

func (b binSite) article(slug string, languages ...string) (parent *content.Entry, texts []*content.Entry) {
	b.later()
	parent = b.add("teas", values{"slug": slug})
	for _, locale := range languages {
		texts = append(texts, b.add("tea-texts", values{"slug": slug, "locale": locale, "title": slug + " " + locale}))
	}
	return parent, texts
}

func (b binSite) later() { *b.now = b.now.Add(time.Second) }

func (b binSite) delete(all ...*content.Entry) {
	b.later()
	for _, e := range all {
		b.wants(b.staff.Delete(b.ctx, e.Collection, e.ID, 0), "", "")
	}
}

// listed are the lines of the bin: what an entry has of its own, of what it is, and its languages, with those that were
// deleted earlier in brackets.
func (b binSite) listed(q content.BinQuery) (lines []string) {
	b.t.Helper()
	for more := true; more; more = q.After != nil {
		var err error
		_, q.After, err = b.staff.BinArticles(b.ctx, q, func(a *content.BinArticle) (bool, error) {
			line := a.Collection + " " + a.Data["slug"].(string) + a.Locale()
			for _, p := range slices.SortedFunc(slices.Values(a.Parts), func(x, y content.BinPart) int { return cmp.Compare(x.Locale(), y.Locale()) }) {
				if p.Earlier {
					line += " (" + p.Locale() + ")"
				} else {
					line += " " + p.Locale()
				}
			}
			if a.Of != nil {
				line += " of " + a.Of.ID
			}
			lines = append(lines, line)
			return true, nil
		})
		b.wants(err, "", "")
	}
	return lines
}

func (b binSite) wantsListed(q content.BinQuery, want ...string) {
	b.t.Helper()
	if got := b.listed(q); !slices.Equal(got, want) {
		b.t.Errorf("the bin lists\n%s\nand not\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The bin lists an article once, with the languages that are there, also over the end of a
// page; a translation that was deleted alone is listed with the entry that it is of.
func TestTheBinListsAnArticleOnce(t *testing.T) {
	b := openBin(t, content.Options{})
	oolong, oolongTexts := b.article("oolong", "en", "zh-TW", "de")
	sencha, senchaTexts := b.article("sencha", "en", "de")
	b.delete(oolongTexts[2])
	b.delete(senchaTexts[1])
	b.delete(append([]*content.Entry{oolong}, oolongTexts[:2]...)...)
	lone := "tea-texts senchade of " + sencha.ID
	for limit := 1; limit < 5; limit++ {
		b.wantsListed(content.BinQuery{Limit: limit}, "teas oolong (de) en zh-TW", lone)
	}
	b.wantsListed(content.BinQuery{Limit: 5, Collection: "teas"}, "teas oolong (de) en zh-TW", lone)
	b.wantsListed(content.BinQuery{Limit: 5, Collection: "tea-texts"}, lone)
	b.wants(b.Delete(b.ctx, nobody, "teas", sencha.ID, 0), "", "") // by a program, for good
	b.wantsListed(content.BinQuery{Limit: 5, Collection: "tea-texts"}, "tea-texts senchade")
	_, _, err := b.StaffEntries(content.Caller{Staff: &content.Staff{ID: "carl", Role: "contributor"}}).BinArticles(b.ctx, content.BinQuery{Limit: 1}, nil)
	b.wants(err, diag.AuthDenied, "input#")
}

// Two articles that had the same slug one after the other keep their own languages.
func TestATranslationInTheBinIsOfTheEntryThatItHad(t *testing.T) {
	b := openBin(t, content.Options{})
	first, firstTexts := b.article("oolong", "en", "de")
	b.delete(append([]*content.Entry{first}, firstTexts...)...)
	second, secondTexts := b.article("oolong", "zh-TW")
	b.delete(secondTexts[0])
	b.wantsListed(content.BinQuery{Limit: 5}, "tea-texts oolongzh-TW of "+second.ID, "teas oolong de en")
	b.delete(second)
	b.wantsListed(content.BinQuery{Limit: 5}, "teas oolong (zh-TW)", "teas oolong de en")
}

// An article comes back whole, at once: with what was deleted with it, and with what was
// deleted earlier where that is asked for. A translation whose entry is in the bin does not come alone.
func TestAnArticleComesBackWhole(t *testing.T) {
	b := openBin(t, content.Options{})
	parent, texts := b.article("oolong", "en", "zh-TW", "de")
	whole := append([]*content.Entry{parent}, texts[:2]...)
	b.delete(texts[2])
	b.delete(whole...)
	for _, e := range texts {
		_, err := b.staff.Return(b.ctx, "tea-texts", e.ID, true)
		b.wants(err, diag.Conflict, "input#/id")
	}
	back, err := b.staff.Return(b.ctx, "teas", parent.ID, false)
	b.wants(err, "", "")
	if len(back.Translations) != 2 || len(back.Left)+len(back.Missing) != 0 || back.Entry.Version != 2 {
		t.Errorf("it is back as %+v", back)
	}
	b.wantsListed(content.BinQuery{Limit: 5}, "tea-texts oolongde of "+parent.ID)
	b.delete(whole...)
	back, err = b.staff.Return(b.ctx, "teas", parent.ID, true)
	b.wants(err, "", "")
	if len(back.Translations) != 3 {
		t.Errorf("%d translations came back", len(back.Translations))
	}
	b.wantsListed(content.BinQuery{Limit: 5})
}

// What keeps an entry from coming back keeps all of its article; a translation that is refused
// stays alone, and is told.
func TestAnArticleComesBackOrSaysWhy(t *testing.T) {
	b := openBin(t, content.Options{})
	parent, texts := b.article("oolong", "en", "de")
	b.delete(append([]*content.Entry{parent}, texts...)...)
	b.later()
	taken := b.add("teas", values{"slug": "oolong"})
	_, err := b.staff.Return(b.ctx, "teas", parent.ID, false)
	b.wants(err, diag.Conflict, "data#/slug")
	b.wantsListed(content.BinQuery{Limit: 5}, "teas oolong de en")
	_, err = b.staff.Patch(b.ctx, "teas", taken.ID, values{"slug": "sencha"}, 0)
	b.wants(err, "", "")
	b.add("tea-texts", values{"slug": "oolong", "locale": "de", "title": "Begun anew"})
	back, err := b.staff.Return(b.ctx, "teas", parent.ID, false)
	b.wants(err, "", "")
	if len(back.Translations) != 1 || len(back.Left) != 1 || back.Left[0].ID != texts[1].ID || !diag.HasCode(back.Left[0].Err, diag.Conflict) {
		t.Errorf("it is back as %+v", back)
	}
	b.wantsListed(content.BinQuery{Limit: 5}, "tea-texts oolongde of "+parent.ID)
}

// Of two translations in one language that were deleted one after the other, the later comes back.
func TestOneTranslationOfALanguageComesBack(t *testing.T) {
	b := openBin(t, content.Options{})
	parent, texts := b.article("oolong", "en")
	b.delete(texts[0])
	later := b.add("tea-texts", values{"slug": "oolong", "locale": "en", "title": "Later"})
	b.delete(parent, later)
	back, err := b.staff.Return(b.ctx, "teas", parent.ID, true)
	b.wants(err, "", "")
	if len(back.Translations) != 1 || back.Translations[0].ID != later.ID || len(back.Left) != 1 || back.Left[0].ID != texts[0].ID {
		t.Errorf("it is back as %+v", back)
	}
}

// An article is gone for good with all of its languages in the bin.
func TestAnArticleIsErasedWhole(t *testing.T) {
	b := openBin(t, content.Options{})
	parent, texts := b.article("oolong", "en", "de")
	other, _ := b.article("sencha")
	b.delete(texts[1])
	b.delete(parent, texts[0])
	b.delete(other)
	owner := b.StaffEntries(content.Caller{Staff: &content.Staff{ID: "ada", Role: "owner"}})
	b.wants(owner.Erase(b.ctx, "teas", parent.ID), "", "")
	b.wantsListed(content.BinQuery{Limit: 5}, "teas sencha")
	b.wants(owner.Erase(b.ctx, "tea-texts", texts[1].ID), diag.NotFound, "input#")
}

// typing is a store between whose look at a draft and next write somebody types on.
type typing struct {
	*sqlite.Store
	on func()
}

func (t *typing) PendingDraft(ctx context.Context, collection, id string) (*content.PendingDraft, error) {
	d, err := t.Store.PendingDraft(ctx, collection, id)
	if on := t.on; on != nil {
		t.on = nil
		on()
	}
	return d, err
}

// What is typed while its entry is deleted goes into the bin with it, also where nothing had been typed before.
func TestTheBinHasWhatWasTypedLast(t *testing.T) {
	for name, before := range map[string]int{"begun": 0, "went on with": 1} {
		t.Run(name, func(t *testing.T) {
			b := openBin(t, content.Options{})
			store := &typing{Store: b.store}
			deletes, err := content.New(b.ctx, b.Plan(), store, content.Options{Locales: locales("en", "zh-TW", "de"), Bin: time.Hour})
			if err != nil {
				t.Fatal(err)
			}
			_, texts := b.article("oolong", "en")
			e := texts[0]
			save := func(title string, counter int64) {
				_, _, err := b.staff.SaveDraft(b.ctx, content.DraftSave{Collection: e.Collection, ID: e.ID, Version: e.Version, Draft: counter, Patch: values{"title": title}})
				b.wants(err, "", "")
			}
			for i := range before {
				save("before", int64(i))
			}
			store.on = func() { save("last", int64(before)) }
			b.wants(deletes.StaffEntries(editor).Delete(b.ctx, e.Collection, e.ID, e.Version), "", "")
			back, err := b.staff.Return(b.ctx, e.Collection, e.ID, false)
			if b.wants(err, "", ""); back.Entry.Data["title"] != "last" {
				t.Errorf("the bin had %v", back.Entry.Data)
			}
		})
	}
}

// A draft that is begun while somebody reads its entry, and stays when that is taken
// down, is read with it: what they write next would be beside it.
func TestADraftIsNotMissedBesideItsEntry(t *testing.T) {
	b := openBin(t, content.Options{})
	store := &typing{Store: b.store}
	reads, err := content.New(b.ctx, b.Plan(), store, content.Options{Locales: locales("en", "zh-TW", "de")})
	if err != nil {
		t.Fatal(err)
	}
	_, texts := b.article("oolong", "en")
	e, err := b.Publish(b.ctx, editor, texts[0].Collection, texts[0].ID, texts[0].Version)
	b.wants(err, "", "")
	store.on = func() {
		_, _, err := b.staff.SaveDraft(b.ctx, content.DraftSave{Collection: e.Collection, ID: e.ID, Version: e.Version, Patch: values{"title": "typed"}})
		b.wants(err, "", "")
		_, err = b.Unpublish(b.ctx, editor, e.Collection, e.ID, e.Version)
		b.wants(err, "", "")
	}
	now, draft, err := reads.StaffEntries(editor).GetWithDraft(b.ctx, e.Collection, e.ID)
	if b.wants(err, "", ""); now.Status != content.Draft || draft == nil || draft.Data["title"] != "typed" {
		t.Errorf("the entry is %s, with %+v", now.Status, draft)
	}
}
