package admin

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// shelf are entries that were read, by their collections and ids; nil for one that is gone, or
// whose collection is.
type shelf map[[2]string]*content.Entry

// read puts entries on a shelf, each once.
func (s *Surface) read(ctx context.Context, on shelf, keys [][2]string) error {
	for _, key := range keys {
		if _, known := on[key]; known {
			continue
		}
		on[key] = nil
		if s.Content.Plan().Schema(key[0]) == nil {
			continue
		}
		e, err := s.Content.Get(ctx, key[0], key[1])
		switch {
		case err == nil:
			on[key] = e
		case !diag.HasCode(err, diag.NotFound):
			return err
		}
	}
	return nil
}

// articleOf is the entry that another is a language of, or it is itself.
func (s *Surface) articleOf(ctx context.Context, key [2]string) ([2]string, error) {
	of, err := s.articlesOf(ctx, shelf{}, [][2]string{key})
	return of[key], err
}

// articlesOf are those of several entries, which are read for that.
func (s *Surface) articlesOf(ctx context.Context, on shelf, keys [][2]string) (of map[[2]string][2]string, err error) {
	of = map[[2]string][2]string{}
	for _, key := range keys {
		if _, known := of[key]; known {
			continue
		}
		of[key] = key
		if schema := s.Content.Plan().Schema(key[0]); schema == nil || schema.Translation() == nil {
			continue
		}
		if err := s.read(ctx, on, [][2]string{key}); err != nil {
			return nil, err
		}
		if on[key] == nil {
			continue
		}
		parent, err := s.Content.ParentOf(ctx, on[key])
		if err != nil {
			return nil, err
		}
		if parent != nil {
			of[key] = [2]string{parent.Collection, parent.ID}
		}
	}
	return of, nil
}

// addTitles gives a page of lines the titles of their entries, and the articles that they
// are of (decision 307).
func (s *Surface) addTitles(ctx context.Context, records []wire.AuditLine) error {
	var keys [][2]string
	for _, l := range records {
		if key, is := entryOfLine(l); is {
			keys = append(keys, key)
		}
	}
	on := shelf{}
	of, err := s.articlesOf(ctx, on, keys)
	if err != nil {
		return err
	}
	called, err := s.titlesOn(ctx, on, slices.AppendSeq(keys, maps.Values(of)))
	for i, l := range records {
		key, is := entryOfLine(l)
		if !is {
			continue
		}
		records[i].Title, records[i].Locale = called[key].title, called[key].locale
		article := of[key]
		if is := called[article]; s.isTranslated(article[0]) && is.title != "" {
			records[i].Article = &wire.Named{Collection: article[0], ID: article[1], Title: is.title, Titles: is.titles}
		}
	}
	return err
}

// entryOfLine is the entry that a line is about: of a comment the one that it is on.
func entryOfLine(l wire.AuditLine) (key [2]string, is bool) {
	if l.Collection != nil && l.Entry != nil {
		return [2]string{*l.Collection, *l.Entry}, true
	}
	if !slices.Contains(commentActions, audit.Action(l.Action)) {
		return key, false
	}
	var on struct{ Collection, Entry string }
	err := json.Unmarshal(l.After, &on)
	return [2]string{on.Collection, on.Entry}, err == nil && on.Entry != ""
}

var commentActions = []audit.Action{audit.AddComment, audit.EditComment, audit.DeleteComment, audit.ResolveComment, audit.ReopenComment}

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

// add is a title of a translation. Those of the entry itself come first.
func (c *called) add(locale, title string) {
	if c.titles == nil {
		c.titles = wire.Object{}
	}
	if title != "" && c.titles[locale] == nil {
		c.titles[locale] = title
	}
}

// titlesOfAll finds what entries are called, each by its collection and id; nothing for one
// that is gone. The translations of a collection are read at once.
func (s *Surface) titlesOfAll(ctx context.Context, named [][2]string) (map[[2]string]called, error) {
	return s.titlesOn(ctx, shelf{}, named)
}

// titlesOn is titlesOfAll, of which some were read before.
func (s *Surface) titlesOn(ctx context.Context, on shelf, named [][2]string) (map[[2]string]called, error) {
	if err := s.read(ctx, on, named); err != nil {
		return nil, err
	}
	all, of := map[[2]string]called{}, map[*plan.Schema][]*content.Entry{}
	for _, key := range named {
		if _, known := all[key]; known {
			continue
		}
		all[key] = called{}
		if e := on[key]; e != nil {
			schema := s.Content.Plan().Schema(key[0])
			of[schema] = append(of[schema], e)
		}
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
			is.add(t.Locale, t.Title)
		}
		all[[2]string{schema.Name(), e.ID}] = is
	}
	return nil
}
