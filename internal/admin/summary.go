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

// excerptOf are the properties that a summary is made of.
func (s *Surface) excerptOf(schema *plan.Schema) []string {
	names := slices.Concat(content.TitleFields(schema), previewFields(schema), schema.ListColumns(), []string{"locale"})
	for _, r := range s.Content.Plan().References() {
		if r.Translation && r.To == schema {
			names = append(names, r.Field.Name())
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// summaries describe entries of one collection, as a list has them.
func (s *Surface) summaries(ctx context.Context, schema *plan.Schema, entries []*content.Entry) ([]wire.EntrySummary, error) {
	translations, err := s.Content.Translations(ctx, schema, entries)
	if err != nil {
		return nil, err
	}
	all := make([]wire.EntrySummary, len(entries))
	for i, e := range entries {
		all[i] = summaryOf(schema, e)
		for _, t := range translations[e.ID] {
			all[i].Translations = append(all[i].Translations, wire.Translation{Locale: t.Locale, Status: string(t.Status)})
		}
	}
	return all, nil
}

func summaryOf(schema *plan.Schema, e *content.Entry) wire.EntrySummary {
	out := wire.EntrySummary{
		ID: e.ID, Collection: e.Collection, Status: string(e.Status), Version: e.Version, Locale: e.Locale(),
		Title: shortened(content.Title(schema, e.ID, e.Data), titleLength), CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt, AuthorID: orNull(e.AuthorID),
		Translations: []wire.Translation{},
	}
	out.Preview = previewOf(schema, e, out.Title)
	for _, name := range schema.ListColumns() {
		if schema.Property(name) != nil {
			if out.Values == nil {
				out.Values = wire.Object{}
			}
			out.Values[name] = e.Data[name]
		}
	}
	return out
}

func previewOf(schema *plan.Schema, e *content.Entry, title string) string {
	for _, name := range previewFields(schema) {
		text, _ := e.Data[name].(string)
		if text = strings.Join(strings.Fields(text), " "); text == "" || text == title {
			continue
		}
		return shortened(text, previewLength)
	}
	return ""
}

// shortened is a text of so many characters at most: one that is longer ends in an
// ellipsis.
func shortened(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
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
