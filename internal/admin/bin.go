package admin

import (
	"context"
	"maps"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
)

// bin lists what was deleted and can come back, an article once (decisions 228 and 306).
func (s *Surface) bin(q *request) error {
	terms, err := q.query.terms()
	if err != nil {
		return err
	}
	list := []string{"bin", q.query["collection"], strings.Join(terms, " ")}
	place, err := s.openCursor(list, q, 3)
	if err != nil {
		return err
	}
	wanted := content.BinQuery{Collection: q.query["collection"], Limit: q.query.limit()}
	if place != nil {
		wanted.After = new(content.Binned)
		wanted.After.DeletedAt, _ = place[0].(int64)
		wanted.After.Collection, _ = place[1].(string)
		wanted.After.ID, _ = place[2].(string)
	}
	out := wire.Bin{Items: []wire.BinEntry{}, KeepDays: s.keptInBin()}
	names := s.names(q)
	_, next, err := s.staffEntries(q).BinArticles(q.Context(), wanted, func(a *content.BinArticle) (bool, error) {
		item, err := s.binEntryOf(q.Context(), names, a)
		if err != nil || !isCalled(item, terms) {
			return false, err
		}
		out.Items = append(out.Items, item)
		return true, nil
	})
	if next != nil {
		out.NextCursor = s.sealCursor(list, []any{next.DeletedAt, next.Collection, next.ID})
	}
	return q.answer(out, err)
}

// terms are the words of a search, as lists take it.
func (q query) terms() ([]string, error) {
	if err := content.CheckTerm("search", q["search"]); err != nil {
		return nil, err
	}
	return strings.Fields(strings.ToLower(q["search"])), nil
}

// isCalled reports whether all of the words are in what an entry in the bin is called, in
// any language.
func isCalled(item wire.BinEntry, terms []string) bool {
	all := []string{item.Title}
	for _, p := range item.Parts {
		all = append(all, p.Title)
	}
	titles := []wire.Object{item.Titles}
	if item.Of != nil {
		all, titles = append(all, item.Of.Title), append(titles, item.Of.Titles)
	}
	for _, each := range titles {
		for _, title := range each {
			text, _ := title.(string)
			all = append(all, text)
		}
	}
	text := strings.ToLower(strings.Join(all, "\n"))
	for _, term := range terms {
		if !strings.Contains(text, term) {
			return false
		}
	}
	return true
}

func (s *Surface) binEntryOf(ctx context.Context, names userNames, a *content.BinArticle) (out wire.BinEntry, err error) {
	out = wire.BinEntry{
		ID: a.ID, Collection: a.Collection, Status: string(a.Status), Version: a.Version, Title: a.ID, DeletedAt: a.DeletedAt,
		Surface: string(a.Surface), GoneAt: a.DeletedAt + s.Content.KeptInBin().Milliseconds(), Parts: []wire.BinPart{},
	}
	if out.DeletedBy, err = names.of(ctx, a.By.ID); err != nil {
		return out, err
	}
	schema := s.Content.Plan().Schema(a.Collection)
	if schema == nil { // that is declared no more
		return out, nil
	}
	summary := summaryOf(schema, &a.Entry)
	out.Title, out.Preview, out.Locale = summary.Title, summary.Preview, summary.Locale
	if err := s.addBinParts(ctx, names, a, &out); err != nil || a.Of == nil {
		return out, err
	}
	key := [2]string{a.Of.Collection, a.Of.ID}
	all, err := s.titlesOfAll(ctx, [][2]string{key})
	if is := all[key]; is.title != "" { // else it is gone since
		out.Of = &wire.Named{ID: key[1], Collection: key[0], Title: content.Shortened(is.title, titleLength), Titles: is.titles}
	}
	return out, err
}

// addBinParts gives an entry in the bin its translations there, and their titles.
func (s *Surface) addBinParts(ctx context.Context, names userNames, a *content.BinArticle, out *wire.BinEntry) (err error) {
	is := called{titles: maps.Clone(titlesOf(s.Content.Plan().Schema(a.Collection), &a.Entry, s.Site.Config().Locales))}
	for _, p := range a.Parts {
		title := content.TranslatedTitle(s.Content.Plan().Schema(p.Collection), p.Data)
		is.add(p.Locale(), title)
		part := wire.BinPart{ID: p.ID, Collection: p.Collection, Locale: p.Locale(), Title: content.Shortened(title, titleLength), DeletedAt: p.DeletedAt, Earlier: p.Earlier}
		if part.DeletedBy, err = names.of(ctx, p.By.ID); err != nil {
			return err
		}
		if !p.Earlier {
			out.Translations++
		}
		out.Parts = append(out.Parts, part)
	}
	out.Titles = is.titles
	return nil
}

// returnEntry brings an entry back out of the bin, with its translations.
func (s *Surface) returnEntry(q *request) error {
	earlier, err := q.flag("earlier")
	if err != nil {
		return err
	}
	back, err := s.staffEntries(q).Return(q.Context(), q.query["collection"], q.PathValue("id"), earlier)
	if err != nil {
		return err
	}
	out := wire.Returned{Entry: entryOf(back.Entry), Translations: []string{}, Left: []wire.LeftBehind{}, Missing: orEmpty(back.Missing)}
	for _, e := range back.Translations {
		out.Translations = append(out.Translations, e.ID)
	}
	for _, l := range back.Left {
		reason := reasonOf(l.Err)
		out.Left = append(out.Left, wire.LeftBehind{ID: l.ID, Collection: l.Collection, Locale: l.Locale(), Message: reason.Message, Diagnostic: reason})
	}
	return q.answer(out, nil)
}

// eraseEntry ends an entry in the bin for good, with its translations there.
func (s *Surface) eraseEntry(q *request) error {
	err := s.staffEntries(q).Erase(q.Context(), q.query["collection"], q.PathValue("id"))
	return q.answer(wire.Removed{Removed: true}, err)
}

// keptInBin is how many days an entry stays in the bin.
func (s *Surface) keptInBin() int { return int(s.Content.KeptInBin() / (24 * time.Hour)) }
