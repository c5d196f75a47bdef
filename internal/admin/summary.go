package admin

import (
	"context"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// How many characters a title and a preview have.
const (
	titleLength   = 300
	previewLength = 160
)

// previewed are the properties that a preview is taken from, the first that is
// a text; behind them comes any with a hint that it is long.
var previewed = []string{"summary", "excerpt", "description", "body", "content", "text", "message"}

func previewFields(s *plan.Schema) []string {
	var fields []string
	for _, name := range previewed {
		if c := s.Property(name); c != nil && c.Kind() == plan.TextColumn {
			fields = append(fields, name)
		}
	}
	for _, c := range s.Properties() {
		hint, _ := s.PropertyDocument(c.Name())["x-mcp-hint"].(string)
		if (hint == "markdown" || hint == "richtext") && c.Kind() == plan.TextColumn && !slices.Contains(fields, c.Name()) {
			fields = append(fields, c.Name())
		}
	}
	return fields
}

// excerptOf are the properties that a summary is made of, and others that it
// shall have (decision 72).
func (s *Surface) excerptOf(schema *plan.Schema, others ...string) []string {
	names := slices.Concat(content.TitleFields(schema), previewFields(schema), schema.ListColumns(), others, []string{"locale"})
	for _, r := range s.Content.Plan().References() {
		if r.Translation && r.To == schema {
			names = append(names, r.Field.Name())
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// summaries describe entries of one collection, as a list has them. fields are
// properties that their values have beside the primary field and those of the
// collection's table.
func (s *Surface) summaries(ctx context.Context, schema *plan.Schema, entries []*content.Entry, fields ...string) ([]wire.EntrySummary, error) {
	translations, err := s.Content.Translations(ctx, schema, entries)
	if err != nil {
		return nil, err
	}
	drafts, err := s.Content.DraftNotes(ctx, schema, entries)
	if err != nil {
		return nil, err
	}
	next, err := s.nextMoves(ctx, schema, entries, translations)
	if err != nil {
		return nil, err
	}
	all := make([]wire.EntrySummary, len(entries))
	fields, locales := slices.Concat([]string{schema.PrimaryField()}, schema.ListColumns(), fields), s.Site.Config().Locales
	for i, e := range entries {
		all[i] = summaryOf(schema, e)
		all[i].Titles, all[i].Values = titlesOf(schema, e, locales), valuesOf(schema, e, fields)
		changed := e.UpdatedAt
		if d, pending := drafts[e.ID]; pending {
			all[i].HasDraft, changed = true, max(changed, d.SavedAt)
			if e.Status == content.Draft {
				all[i].Title, all[i].Titles = d.Title, nil
			}
		}
		all[i].Move = next[e.ID]
		for _, t := range translations[e.ID] {
			changed = max(changed, t.ChangedAt)
			all[i].Translations = append(all[i].Translations, wire.Translation{Locale: t.Locale, Status: string(t.Status), Title: t.Title, HasDraft: t.Draft})
		}
		if changed > e.UpdatedAt {
			all[i].ChangedAt = changed
		}
	}
	return all, nil
}

// nextMoves is the first move that is set for each entry or one of its translations, by the
// id of the entry. Of Schemas without states nothing is set.
func (s *Surface) nextMoves(ctx context.Context, schema *plan.Schema, entries []*content.Entry, translations map[string][]content.Translation) (map[string]*wire.NextMove, error) {
	if schema.Lifecycle() != plan.Publishing {
		return nil, nil
	}
	var ids []string
	of := map[[2]string]string{} // an entry, by it and by its translations
	for _, e := range entries {
		of[[2]string{e.Collection, e.ID}], ids = e.ID, append(ids, e.ID)
		for _, t := range translations[e.ID] {
			of[[2]string{t.Collection, t.ID}], ids = e.ID, append(ids, t.ID)
		}
	}
	waiting, err := s.Moves.Store.Waiting(ctx, ids)
	next := map[string]*wire.NextMove{}
	for _, m := range waiting {
		if id, asked := of[[2]string{m.Collection, m.Entry}]; asked && next[id] == nil {
			next[id] = &wire.NextMove{Direction: string(m.Direction), At: m.Due.UnixMilli()}
		}
	}
	return next, err
}

func summaryOf(schema *plan.Schema, e *content.Entry) wire.EntrySummary {
	out := wire.EntrySummary{
		ID: e.ID, Collection: e.Collection, Status: string(e.Status), Version: e.Version, Locale: e.Locale(),
		Title: content.Shortened(content.Title(schema, e.ID, e.Data), titleLength), CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt, AuthorID: orNull(e.AuthorID),
		Translations: []wire.Translation{},
	}
	out.Preview = previewOf(schema, e, out.Title)
	return out
}

// valuesOf are some properties of an entry, null where it has none; nil for no
// property at all.
func valuesOf(schema *plan.Schema, e *content.Entry, fields []string) (values wire.Object) {
	for _, name := range fields {
		if schema.Property(name) == nil {
			continue
		}
		if values == nil {
			values = wire.Object{}
		}
		values[name] = e.Data[name]
	}
	return values
}

// titlesOf are the texts by locale of the first property with a title, when it is
// an object of nothing else; nil when it is not (decision 104).
func titlesOf(schema *plan.Schema, e *content.Entry, locales []string) wire.Object {
	for _, name := range content.TitleFields(schema) {
		switch value := e.Data[name].(type) {
		case string:
			if value != "" {
				return nil
			}
		case map[string]any:
			if areTitles(value, locales) {
				return value
			}
		}
	}
	return nil
}

func areTitles(texts map[string]any, locales []string) bool {
	for locale, text := range texts {
		if _, isText := text.(string); !isText || !slices.Contains(locales, locale) {
			return false
		}
	}
	return len(texts) > 0
}

func previewOf(schema *plan.Schema, e *content.Entry, title string) string {
	for _, name := range previewFields(schema) {
		text, _ := e.Data[name].(string)
		if text = strings.Join(strings.Fields(text), " "); text == "" || text == title {
			continue
		}
		return content.Shortened(text, previewLength)
	}
	return ""
}

func entryOf(e *content.Entry) wire.Entry {
	return wire.Entry{
		ID: e.ID, Collection: e.Collection, Status: string(e.Status), Version: e.Version, Data: orObject(e.Data),
		AuthorID: orNull(e.AuthorID), CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt, Locale: e.Locale(),
	}
}

func orObject(data map[string]any) wire.Object {
	if data == nil {
		return wire.Object{}
	}
	return data
}
