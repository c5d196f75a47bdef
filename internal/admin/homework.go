package admin

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// ownDrafts are drafts of the caller among those of each collection that changed
// last. A translation is left out where the entry that it translates is there.
func (s *Surface) ownDrafts(q *request, schemas []*plan.Schema) (out wire.HomeDrafts, err error) {
	var own []found
	parents := map[*plan.Schema]map[any]bool{}
	for _, schema := range schemas {
		if schema.Lifecycle() != plan.Publishing {
			continue
		}
		parent, joins := s.joined(schema)
		drafts, beyond, err := s.latest(q, schema, content.ListRequest{Status: content.Draft, Limit: homeWindow}, joins...)
		if err != nil {
			return out, err
		}
		out.More = out.More || beyond
		for _, e := range drafts {
			if e.AuthorID != q.caller.Staff.ID || parent.To != nil && parents[parent.To][e.Data[parent.Property.Name()]] {
				continue
			}
			own = append(own, found{schema, e})
			s.remember(parents, schema, e)
		}
	}
	shown, more := newestOf(own)
	out.More = out.More || more
	out.Items, err = s.described(q, shown)
	return out, err
}

// joined is how a translation refers to what it translates, and the properties that
// have to be read for it; the zero Reference for any other collection.
func (s *Surface) joined(schema *plan.Schema) (plan.Reference, []string) {
	for _, r := range s.Content.Plan().References() {
		if r.Translation && r.From == schema {
			return r, []string{r.Property.Name()}
		}
	}
	return plan.Reference{}, nil
}

// remember keeps what translations of an entry refer to.
func (s *Surface) remember(parents map[*plan.Schema]map[any]bool, schema *plan.Schema, e *content.Entry) {
	for _, r := range s.Content.Plan().References() {
		if !r.Translation || r.To != schema {
			continue
		}
		if parents[schema] == nil {
			parents[schema] = map[any]bool{}
		}
		value := any(e.ID)
		if r.Field.Name() != "id" {
			value = e.Data[r.Field.Name()]
		}
		parents[schema][value] = true
	}
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
