package admin

import (
	"context"
	"maps"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// addTitles gives a page of lines the titles of their entries, each of which is
// read once by its key.
func (s *Surface) addTitles(ctx context.Context, records []wire.AuditLine) error {
	titles := map[[2]string]string{}
	for i, l := range records {
		if l.Collection == nil || l.Entry == nil {
			continue
		}
		entry := [2]string{*l.Collection, *l.Entry}
		title, known := titles[entry]
		if !known {
			var err error
			if title, err = s.titleNow(ctx, entry[0], entry[1]); err != nil {
				return err
			}
			titles[entry] = title
		}
		records[i].Title = title
	}
	return nil
}

// titleNow is the title of an entry; "" for one that is gone, or whose collection
// is.
func (s *Surface) titleNow(ctx context.Context, collection, id string) (string, error) {
	e, err := s.Content.Get(ctx, collection, id)
	switch {
	case diag.HasCode(err, diag.NotFound):
		return "", nil
	case err != nil:
		return "", err
	}
	return content.Title(s.Content.Plan().Schema(collection), id, e.Data), nil
}

// called is what an entry is called: its title, and by locale those that its translations
// have, or itself.
type called struct {
	title  string
	locale string // its own, "" for none
	titles wire.Object
}

// titlesOfAll finds what entries are called, each by its collection and id; nothing for one
// that is gone. The translations of a collection are read at once.
func (s *Surface) titlesOfAll(ctx context.Context, named [][2]string) (map[[2]string]called, error) {
	all, of := map[[2]string]called{}, map[*plan.Schema][]*content.Entry{}
	for _, key := range named {
		if _, known := all[key]; known {
			continue
		}
		all[key] = called{}
		schema := s.Content.Plan().Schema(key[0])
		if schema == nil {
			continue
		}
		e, err := s.Content.Get(ctx, key[0], key[1])
		if diag.HasCode(err, diag.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		of[schema] = append(of[schema], e)
	}
	for schema, entries := range of {
		if err := s.addCalled(ctx, all, schema, entries); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (s *Surface) addCalled(ctx context.Context, all map[[2]string]called, schema *plan.Schema, entries []*content.Entry) error {
	translations, err := s.Content.Translations(ctx, schema, entries)
	if err != nil {
		return err
	}
	locales := s.Site.Config().Locales
	for _, e := range entries {
		is := called{content.Title(schema, e.ID, e.Data), e.Locale(), maps.Clone(titlesOf(schema, e, locales))}
		for _, t := range translations[e.ID] {
			if is.titles == nil {
				is.titles = wire.Object{}
			}
			if t.Title != "" && is.titles[t.Locale] == nil {
				is.titles[t.Locale] = t.Title
			}
		}
		all[[2]string{schema.Name(), e.ID}] = is
	}
	return nil
}
