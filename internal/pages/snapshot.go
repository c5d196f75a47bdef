package pages

import (
	"strings"
	"sync/atomic"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/quartet-dev/quartet/internal/pages/head"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/site"
)

// snapshot is what pages say of a site as it is configured now.
type snapshot struct {
	*site.Config
	locales   []string
	canonical string // "" on a site without locales
	names     map[string]string
	page      page.Site
	analytics head.Analytics

	policy, previewed []string // the Content-Security-Policy of pages, and of previews, which have no analytics
}

// snapshots makes the snapshot of a configuration once.
type snapshots struct {
	csp  head.Sources // what the site's own policy adds
	last atomic.Pointer[snapshot]
}

func (s *snapshots) of(config *site.Config) *snapshot {
	if last := s.last.Load(); last != nil && last.Config == config {
		return last
	}
	made := newSnapshot(config, s.csp)
	s.last.Store(made)
	return made
}

func newSnapshot(config *site.Config, csp head.Sources) *snapshot {
	s := &snapshot{
		Config: config, locales: config.Locales, canonical: config.CanonicalLocale(), names: map[string]string{},
		page: page.Site{
			Title: config.Title, Description: config.Description, Origin: config.Origin, CanonicalLocale: config.CanonicalLocale(),
		},
	}
	s.analytics = head.NewAnalytics(config.GA4MeasurementID, config.FacebookPixelID)
	s.policy, s.previewed = []string{head.Policy(s.analytics.Sources, csp)}, []string{head.Policy(csp)}
	for _, locale := range s.locales {
		s.names[locale] = nameOf(locale)
	}
	for _, each := range config.Icons {
		s.page.Icons = append(s.page.Icons, page.Icon{
			Src: each.Src, MimeType: each.MimeType, Sizes: strings.Join(each.Sizes, " "), Theme: each.Theme,
		})
	}
	return s
}

// policyOf is the Content-Security-Policy of a page.
func (s *snapshot) policyOf(p *page.Page) []string {
	if p.Preview {
		return s.previewed
	}
	return s.policy
}

// nameOf is what a language calls itself, such as 繁體中文; the locale where
// nobody knows it.
func nameOf(locale string) string {
	tag, err := language.Parse(locale)
	if err != nil {
		return locale
	}
	if name := display.Self.Name(tag); name != "" {
		return name
	}
	return locale
}

// localesOrNone are the locales of the site, or one that is none.
func (s *snapshot) localesOrNone() []string {
	if len(s.locales) == 0 {
		return []string{""}
	}
	return s.locales
}
