package quartet

import (
	"context"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
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
func (s *Service) Site() SiteInfo { return *s.live.Config() }

// ChangeSite stores new values of what is edited while the site runs: brand,
// title, description, ga4MeasurementId and facebookPixelId. Every process that
// serves the database follows. Another key is INPUT_VALIDATION_FAILED, and then
// nothing is changed.
func (s *Service) ChangeSite(ctx context.Context, values map[string]string) error {
	_, err := s.live.Change(ctx, audit.Actor{}, values)
	return err
}

// icons are the addresses of the site's icons.
func (s *Service) icons() []string {
	var addresses []string
	for _, icon := range s.Site().Icons {
		addresses = append(addresses, icon.Src)
	}
	return addresses
}

// locales are those of the database now, for the locale gate.
func (s *Service) locales(ctx context.Context) ([]string, error) {
	config, err := s.live.Read(ctx)
	if err != nil {
		return nil, err
	}
	return config.Locales, nil
}

// configure brings site_config in line with the settings and reads it back.
func (b *boot) configure(ctx context.Context, store site.Store) (*site.Live, error) {
	overruled, err := site.Seed(ctx, store, b.settings.Site)
	if err != nil {
		return nil, err
	}
	if overruled != nil { // decision 27: an edit that changes nothing is explained
		b.Logger.Info("quartet.yaml declares what the database has already, and the database wins", "keys", overruled)
	}
	return site.NewLive(ctx, store, b.Logger)
}

// readLocales finds the locales that the site will have: those declared or,
// when none are, those that the database keeps. Which database that is, faulty
// settings do not tell.
func (b *boot) readLocales(ctx context.Context) error {
	b.locales = b.settings.Site.Locales
	if len(b.locales) > 0 || b.faulty {
		return nil
	}
	b.locales = []string{}
	rows, err := sqlite.SiteConfig(ctx, b.databaseFile())
	if err != nil {
		return err
	}
	stored := site.Defaults{Locales: site.StoredLocales(rows)}
	for _, v := range stored.Check() {
		d := diag.Diagnostic{
			Code: v.Code, Phase: diag.Boot, Severity: diag.Error, Path: "site_config/locales",
			Message: v.Message, Value: v.Value,
			Suggestion: "The database has them from an earlier start; declare locales, or clear the stored ones with quartet doctor --fix.",
		}
		b.problems.Add(d.WithCause(v.Err))
	}
	b.locales = append(b.locales, stored.Locales...)
	return nil
}

// StoredLocales are the locales that the site's database keeps, as they stand
// there. They are in force where the settings declare none.
func StoredLocales(ctx context.Context, o Options) ([]string, error) {
	b, err := configured(o)
	if err != nil {
		return nil, err
	}
	rows, err := sqlite.SiteConfig(ctx, b.databaseFile())
	return site.StoredLocales(rows), err
}

// ClearStoredLocales turns locales off for a site whose settings declare none:
// it removes those that the database keeps. A site that declares some keeps
// them.
func ClearStoredLocales(ctx context.Context, o Options) error {
	b, err := configured(o)
	if err != nil || len(b.settings.Site.Locales) > 0 {
		return err
	}
	return sqlite.DeleteSiteConfig(ctx, b.databaseFile(), site.KeyLocales)
}

// configured is a site of which the settings alone matter.
func configured(o Options) (*boot, error) {
	b := &boot{Options: o.withDefaults()}
	if err := b.readSettings(); err != nil {
		return nil, err
	}
	return b, b.failure()
}

// siteName is what letters and the pages to sign in call the site.
func (s *Service) siteName() string {
	config := s.Site()
	return config.Name()
}
