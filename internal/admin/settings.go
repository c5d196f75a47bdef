package admin

import (
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/site"
)

func (s *Surface) siteSettings(q *request) error {
	c, err := s.Site.Read(q.Context())
	if err != nil {
		return err
	}
	return q.answer(settingsOf(c), nil)
}

func settingsOf(c *site.Config) wire.SiteSettings {
	return wire.SiteSettings{
		Brand: c.Brand, Title: c.Title, Description: c.Description,
		GA4MeasurementID: c.GA4MeasurementID, FacebookPixelID: c.FacebookPixelID,
	}
}

// changeSiteSettings changes what the body names, all of it or nothing.
func (s *Surface) changeSiteSettings(q *request) error {
	values := make(map[string]string, len(q.body))
	for _, key := range slices.Sorted(maps.Keys(q.body)) {
		value, err := q.text(key)
		if err != nil {
			return err
		}
		values[key] = value
	}
	c, err := s.Site.Change(q.Context(), q.caller.Actor(), values)
	if err != nil {
		return err
	}
	return q.answer(settingsOf(c), nil)
}
