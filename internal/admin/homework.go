package admin

import (
	"cmp"
	"context"
	"slices"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/comments"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// draftsAtHome are the entries that the caller has drafts of, those that changed last first.
// An article is one of them, whatever languages of it are drafts.
func (s *Surface) draftsAtHome(q *request) (out wire.HomeDrafts, err error) {
	drafts, err := s.draftsOfCaller(q, ownDrafts)
	if err != nil {
		return out, err
	}
	items, err := s.asArticles(q.Context(), drafts, homeItems+1)
	return wire.HomeDrafts{Items: orEmpty(items[:min(len(items), homeItems)]), More: len(items) > homeItems}, err
}

// draftsToPublish are the drafts of others over what is published, for who may publish them: the
// last saved first, an article once, by who saved it last.
func (s *Surface) draftsToPublish(q *request) (out wire.HomeDrafts, err error) {
	out.Items = []wire.OwnDraft{}
	if !q.caller.IsAtLeast(principal.Editor) {
		return out, nil
	}
	pending, err := s.Content.LastDrafts(q.Context(), homeRecentWindow)
	if err != nil {
		return out, err
	}
	me, names := q.caller.Actor().ID, s.names(q)
	pending = slices.DeleteFunc(pending, func(n content.DraftNote) bool { return n.SavedBy == me || n.BegunBy == me })
	savedBy := map[[2]string]string{}
	for _, n := range pending {
		savedBy[[2]string{n.Collection, n.EntryID}] = n.SavedBy
	}
	drafts, err := s.draftsNoted(q, pending)
	if err != nil {
		return out, err
	}
	drafts = slices.DeleteFunc(drafts, func(d wire.OwnDraft) bool { return d.Status != string(content.Published) })
	for i, d := range drafts {
		if drafts[i].By, err = names.of(q.Context(), savedBy[[2]string{d.Collection, d.ID}]); err != nil {
			return out, err
		}
	}
	items, err := s.asArticles(q.Context(), drafts, homeItems+1)
	return wire.HomeDrafts{Items: orEmpty(items[:min(len(items), homeItems)]), More: len(items) > homeItems}, err
}

// mentionsAtHome are the comments that wait for the caller's answer.
func (s *Surface) mentionsAtHome(q *request) (out wire.HomeMentions, err error) {
	out.Items = []wire.HomeMention{}
	if s.Comments == nil {
		return out, nil
	}
	open, err := s.Comments.OpenMentions(q.Context(), q.caller, homeItems+1)
	if err != nil {
		return out, err
	}
	out.More, open = len(open) > homeItems, open[:min(len(open), homeItems)]
	on := make([]found, len(open))
	for i, each := range open {
		on[i] = found{s.Content.Plan().Schema(each.Collection), each.On}
	}
	entries, err := s.described(q, on)
	if err != nil {
		return out, err
	}
	names := s.names(q)
	for i, each := range open {
		c, err := names.comment(q.Context(), each.Comment)
		if err != nil {
			return out, err
		}
		people, err := names.mentioned(q.Context(), nil, each.Comment)
		if err != nil {
			return out, err
		}
		out.Items = append(out.Items, wire.HomeMention{
			Comment: c.ID, Author: c.Author, Text: content.Shortened(named(each.Text, people), previewLength), CreatedAt: c.CreatedAt, Entry: entries[i],
		})
	}
	return out, nil
}

// named is the text of a comment with what people are called in the place of their ids.
func named(text string, people []wire.Person) string {
	return comments.Named(text, func(id string) string {
		for _, p := range people {
			if p.ID == id {
				return p.Name
			}
		}
		return ""
	})
}

// asArticles puts the drafts of an article together, for so many articles.
func (s *Surface) asArticles(ctx context.Context, drafts []wire.OwnDraft, most int) (all []wire.OwnDraft, err error) {
	at := map[[2]string]int{}
	for _, d := range drafts {
		of, err := s.articleOf(ctx, [2]string{d.Collection, d.ID})
		if err != nil {
			return nil, err
		}
		i, known := at[of]
		if !known && len(all) == most {
			break
		}
		if !known {
			i, at[of] = len(all), len(all)
			all = append(all, d)
			all[i].Collection, all[i].ID, all[i].Title, all[i].Locale = of[0], of[1], "", ""
		}
		if of == [2]string{d.Collection, d.ID} {
			all[i].Title, all[i].Locale = d.Title, d.Locale
		} else if d.Locale != "" {
			all[i].Locales = append(all[i].Locales, d.Locale)
		}
		all[i].HasDraft = all[i].HasDraft || d.HasDraft
		if d.Status != string(content.Published) {
			all[i].Status = d.Status
		}
	}
	return all, s.callArticles(ctx, all)
}

// callArticles gives those that have translations their titles in each language.
func (s *Surface) callArticles(ctx context.Context, all []wire.OwnDraft) error {
	var keys [][2]string
	for _, d := range all {
		if s.isTranslated(d.Collection) {
			keys = append(keys, [2]string{d.Collection, d.ID})
		}
	}
	names, err := s.titlesOfAll(ctx, keys)
	for i, d := range all {
		if is, found := names[[2]string{d.Collection, d.ID}]; found {
			all[i].Title, all[i].Titles = cmp.Or(d.Title, content.Shortened(is.title, titleLength)), is.titles
		}
	}
	return err
}

func (s *Surface) isTranslated(collection string) bool {
	return slices.ContainsFunc(s.Content.Plan().References(), func(r plan.Reference) bool { return r.Translation && r.To.Name() == collection })
}

// untranslated are the entries that lack a locale of the site, among those of each
// collection with translations that changed last. What is archived is nobody's work.
func (s *Surface) untranslated(q *request, schemas []*plan.Schema) (out wire.Untranslated, err error) {
	locales := s.Site.Config().Locales
	var lacking []found
	for _, schema := range schemas {
		if len(s.byName[schema.Name()].Translations) == 0 || len(locales) == 0 {
			continue
		}
		some, beyond, err := s.lacking(q, schema, locales)
		if err != nil {
			return out, err
		}
		lacking, out.More = append(lacking, some...), out.More || beyond
	}
	shown, more := newestOf(lacking)
	out.More = out.More || more
	items, err := s.described(q, shown)
	out.Items = make([]wire.Lacking, len(items))
	for i, item := range items {
		out.Items[i] = wire.Lacking{Entry: item, Missing: missing(locales, item)}
	}
	return out, err
}

func (s *Surface) lacking(q *request, schema *plan.Schema, locales []string) (lacking []found, beyond bool, err error) {
	entries, beyond, err := s.latest(q, schema, content.ListRequest{Limit: homeWindow})
	if err != nil {
		return nil, false, err
	}
	translations, err := s.Content.Translations(q.Context(), schema, entries)
	for _, e := range entries {
		there := translations[e.ID]
		if e.Status != content.Archived && slices.ContainsFunc(locales, func(locale string) bool {
			return !slices.ContainsFunc(there, func(t content.Translation) bool { return t.Locale == locale })
		}) {
			lacking = append(lacking, found{schema, e})
		}
	}
	return lacking, beyond, err
}

// missing are the locales that an entry is not translated to, in their order.
func missing(locales []string, item wire.EntrySummary) (without []string) {
	for _, locale := range locales {
		if !slices.ContainsFunc(item.Translations, func(t wire.Translation) bool { return t.Locale == locale }) {
			without = append(without, locale)
		}
	}
	return orEmpty(without)
}
