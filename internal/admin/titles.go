package admin

import (
	"context"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
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
