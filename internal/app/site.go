package app

import (
	"context"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/site"
)

// locales are those of the database now, for the locale gate.
func (a *App) locales(ctx context.Context) ([]string, error) {
	config, err := a.live.Read(ctx)
	if err != nil {
		return nil, err
	}
	return config.Locales, nil
}

// configure brings site_config in line with the settings and reads it back.
func (b *boot) configure(ctx context.Context, a *App) (*site.Live, error) {
	overruled, err := site.Seed(ctx, a.store, b.settings.Site)
	if err != nil {
		return nil, err
	}
	if overruled != nil { // decision 27: an edit that changes nothing is explained
		b.Logger.Info("quartet.yaml declares what the database has already, and the database wins", "keys", overruled)
	}
	return site.NewLive(ctx, b.configStore(a), b.Logger)
}

// readStored finds the locales and the purposes of media that the site will have:
// those declared or, when none are, those that the database keeps. Which database
// that is, faulty settings do not tell.
func (b *boot) readStored(ctx context.Context) error {
	b.locales, b.purposes = b.settings.Site.Locales, b.settings.Site.Media.Purposes
	if len(b.locales) > 0 && len(b.purposes) > 0 || b.faulty {
		return nil
	}
	rows, err := b.database().SiteConfig(ctx)
	if err != nil {
		return err
	}
	if len(b.purposes) == 0 {
		b.purposes = site.StoredPurposes(rows)
	}
	if len(b.locales) == 0 {
		b.takeLocales(site.StoredLocales(rows))
	}
	return nil
}

// takeLocales takes those that the database keeps.
func (b *boot) takeLocales(locales []string) {
	stored := site.Defaults{Locales: locales}
	for _, v := range stored.Check() {
		d := diag.Diagnostic{
			Code: v.Code, Phase: diag.Boot, Severity: diag.Error, Path: "site_config/locales",
			Message: v.Message, Value: v.Value,
			Suggestion: "The database has them from an earlier start; declare locales, or clear the stored ones with quartet doctor --fix.",
		}
		b.problems.Add(d.WithCause(v.Err))
	}
	b.locales = append([]string{}, stored.Locales...)
}

// StoredLocales are the locales that the site's database keeps, as they stand
// there. They are in force where the settings declare none.
func StoredLocales(ctx context.Context, o Options) ([]string, error) {
	b, err := configured(o)
	if err != nil {
		return nil, err
	}
	rows, err := b.database().SiteConfig(ctx)
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
	return b.database().DeleteSiteConfig(ctx, site.KeyLocales)
}

// siteName is what mail and the pages to sign in call the site.
func (a *App) siteName() string {
	return a.live.Config().Name()
}
