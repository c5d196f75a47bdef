package admin

import (
	"cmp"
	"context"
	"slices"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
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

// received is what readers have sent since the caller last looked.
func (s *Surface) received(q *request, schemas []*plan.Schema, since func(string) int64) ([]wire.Received, error) {
	all := []wire.Received{}
	for _, schema := range schemas {
		if !s.isWrittenByReaders(schema) {
			continue
		}
		entries, _, err := s.latest(q, schema, content.ListRequest{Sort: "createdAt", Limit: homeCounted + 1})
		if err != nil {
			return nil, err
		}
		looked := since(schema.Name())
		entries = slices.DeleteFunc(entries, func(e *content.Entry) bool { return e.CreatedAt <= looked })
		if len(entries) == 0 {
			continue
		}
		items, err := s.described(q, []found{{schema, entries[0]}})
		if err != nil {
			return nil, err
		}
		all = append(all, wire.Received{
			Collection: schema.Name(), Count: min(len(entries), homeCounted), More: len(entries) > homeCounted, Latest: items[0],
		})
	}
	return all, nil
}

// isWrittenByReaders reports whether a Trigger that needs no staff makes entries of
// the collection: a builtin that says so, or a handler, which does not, where
// operations alone write to it.
func (s *Surface) isWrittenByReaders(schema *plan.Schema) bool {
	return slices.ContainsFunc(s.Content.Plan().Triggers(), func(t *plan.Trigger) bool {
		if t.Kind() == plan.SourceLifecycle || isForStaff(t.Procedure().Requires()) {
			return false
		}
		if b := t.Procedure().Builtin(); b != nil {
			return b.Schema == schema && (b.Op == plan.OpCreate || b.Op == plan.OpUpsert)
		}
		return schema.ReadOnly()
	})
}

func isForStaff(r *plan.Requirements) bool {
	return slices.ContainsFunc(r.AllWithGuard(), func(p plan.Predicate) bool { return p.Kind == plan.IsStaff })
}
