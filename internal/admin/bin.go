package admin

import (
	"time"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
)

// bin lists what was deleted and can come back (decision 228).
func (s *Surface) bin(q *request) error {
	list := []string{"bin", q.query["collection"]}
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
	found, more, err := s.staffEntries(q).Bin(q.Context(), wanted)
	if err != nil {
		return err
	}
	out := wire.Bin{Items: []wire.BinEntry{}, KeepDays: int(s.Content.KeptInBin() / (24 * time.Hour))}
	names := s.names(q)
	for _, b := range found {
		item, err := s.binEntryOf(q, b)
		if err != nil {
			return err
		}
		if item.DeletedBy, err = names.of(q.Context(), b.By.ID); err != nil {
			return err
		}
		out.Items = append(out.Items, item)
	}
	if more {
		last := found[len(found)-1]
		out.NextCursor = s.sealCursor(list, []any{last.DeletedAt, last.Collection, last.ID})
	}
	return q.answer(out, nil)
}

func (s *Surface) binEntryOf(q *request, b *content.Binned) (wire.BinEntry, error) {
	out := wire.BinEntry{
		ID: b.ID, Collection: b.Collection, Status: string(b.Status), Version: b.Version, Title: b.ID, DeletedAt: b.DeletedAt,
		Surface: string(b.Surface), GoneAt: b.DeletedAt + s.Content.KeptInBin().Milliseconds(),
	}
	schema := s.Content.Plan().Schema(b.Collection)
	if schema == nil { // that is declared no more
		return out, nil
	}
	summary := summaryOf(schema, &b.Entry)
	out.Title, out.Preview, out.Locale = summary.Title, summary.Preview, summary.Locale
	count, err := s.Content.BinnedTranslations(q.Context(), &b.Entry)
	out.Translations = count
	return out, err
}

// returnEntry brings an entry back out of the bin, with its translations.
func (s *Surface) returnEntry(q *request) error {
	back, err := s.staffEntries(q).Return(q.Context(), q.query["collection"], q.PathValue("id"))
	if err != nil {
		return err
	}
	out := wire.Returned{Entry: entryOf(back.Entry), Translations: []string{}, Left: []wire.LeftBehind{}, Missing: orEmpty(back.Missing)}
	for _, e := range back.Translations {
		out.Translations = append(out.Translations, e.ID)
	}
	for _, l := range back.Left {
		out.Left = append(out.Left, wire.LeftBehind{ID: l.ID, Message: l.Err.Message})
	}
	return q.answer(out, nil)
}

// eraseEntry ends an entry in the bin for good.
func (s *Surface) eraseEntry(q *request) error {
	err := s.staffEntries(q).Erase(q.Context(), q.query["collection"], q.PathValue("id"))
	return q.answer(wire.Removed{Removed: true}, err)
}
