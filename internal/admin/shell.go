package admin

import (
	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/media"
)

// bootstrap paints the application with one request.
func (s *Surface) bootstrap(q *request) error {
	me, err := s.profile(q)
	return q.answer(wire.Bootstrap{
		Me: me, Site: s.describeSite(), Collections: s.collections,
		Operations: s.operable(q.caller), Views: s.runnable(q.caller),
	}, err)
}

func (s *Surface) me(q *request) error { return q.answer(s.profile(q)) }

func (s *Surface) profile(q *request) (wire.Me, error) {
	p, err := s.Directory.Profile(q.Context(), q.caller.Staff.ID)
	return wire.Me{
		UserID: q.caller.Staff.ID, Name: p.Name, Email: p.Email, Login: p.Login, Image: p.Image, Role: q.caller.Staff.Role,
	}, err
}

func (s *Surface) site(q *request) error { return q.answer(s.describeSite(), nil) }

func (s *Surface) describeSite() wire.Site {
	c := s.Site.Config()
	out := wire.Site{
		Title: c.Title, Description: c.Description, Brand: c.Brand, Locales: c.Locales, CanonicalLocale: orNull(c.CanonicalLocale()), TimeZone: s.TimeZone,
		GA4MeasurementID: c.GA4MeasurementID, FacebookPixelID: c.FacebookPixelID, Media: wire.SiteMedia{Purposes: []wire.Purpose{}},
		Bin: wire.SiteBin{KeepDays: s.keptInBin()}, Players: []wire.Player{},
		PublicURL: s.PublicOrigin, MCPURL: s.PublicOrigin + "/mcp", Capabilities: s.Capabilities,
	}
	if s.Media != nil {
		out.Media.MaxUpload, out.Media.ConcurrentUploads = s.Media.MaxUpload, media.MaxOpen
	}
	if s.Previewer != nil {
		for _, form := range s.Previewer.Players() {
			out.Players = append(out.Players, wire.Player(form))
		}
	}
	for _, icon := range c.Icons {
		out.Icons = append(out.Icons, wire.Icon(icon))
	}
	for _, p := range c.Media.Purposes {
		out.Media.Purposes = append(out.Media.Purposes, wire.Purpose(p))
	}
	return out
}
