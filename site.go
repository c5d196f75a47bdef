package quartet

import (
	"context"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/site"
)

type (
	// SiteInfo is what a site says of itself: the fields Title, Description,
	// Origin, Brand, Locales, Icons, GA4MeasurementID, FacebookPixelID and
	// Media, with the contract's fallback where the database has no value.
	SiteInfo = site.Config

	// InvalidSiteDefaultsError says which locales of siteDefaults do not
	// canonicalize: its field InvalidLocales.
	InvalidSiteDefaultsError = site.InvalidSiteDefaultsError

	// InvalidSiteIconsError says which icons of siteDefaults break a rule: its
	// field Icons, which is empty when the list itself is.
	InvalidSiteIconsError = site.InvalidSiteIconsError

	// InvalidMediaPurposesError says which media purposes of siteDefaults break
	// a rule: its field Purposes, each a Name and a Reason.
	InvalidMediaPurposesError = site.InvalidMediaPurposesError
)

// Site describes the site as the database has it: at most 200 ms old, or, while
// the database cannot answer, as it was last read. The lists in it must not be
// changed.
func (s *Service) Site() SiteInfo { return *s.app.Site().Config() }

// ChangeSite stores new values of what is edited while the site runs: brand,
// title, description, ga4MeasurementId and facebookPixelId. Every process that
// serves the database follows. Another key is INPUT_VALIDATION_FAILED, and then
// nothing is changed.
func (s *Service) ChangeSite(ctx context.Context, values map[string]string) error {
	_, err := s.app.Site().Change(ctx, audit.Actor{}, values)
	return err
}

// StoredLocales are the locales that the site's database keeps, as they stand
// there. They are in force where the settings declare none.
func StoredLocales(ctx context.Context, o Options) ([]string, error) {
	return app.StoredLocales(ctx, o.app())
}

// ClearStoredLocales turns locales off for a site whose settings declare none:
// it removes those that the database keeps. A site that declares some keeps
// them.
func ClearStoredLocales(ctx context.Context, o Options) error {
	return app.ClearStoredLocales(ctx, o.app())
}
