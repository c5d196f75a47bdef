package quartet

import (
	"context"
	"errors"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/site"
)

// SiteInfo is what a site says of itself, with the contract's fallback where the
// database has no value.
type SiteInfo struct {
	Title            string     `json:"title"`
	Description      string     `json:"description"`
	Origin           string     `json:"origin"`
	Brand            string     `json:"brand"`
	Locales          []string   `json:"locales"` // canonical, and never nil
	Icons            []SiteIcon `json:"icons"`
	GA4MeasurementID string     `json:"ga4MeasurementId,omitempty"`
	FacebookPixelID  string     `json:"facebookPixelId,omitempty"`
	Media            SiteMedia  `json:"media"`
}

// SiteIcon is the contract's SiteIcon.
type SiteIcon struct {
	Src      string   `json:"src"`
	MimeType string   `json:"mimeType,omitempty"`
	Sizes    []string `json:"sizes,omitempty"` // nil when none are declared
	Theme    string   `json:"theme,omitempty"`
}

// SiteMedia is what may be uploaded.
type SiteMedia struct {
	Purposes []MediaPurpose `json:"purposes"`
}

// MediaPurpose is the contract's MediaPurposePolicy.
type MediaPurpose struct {
	Name     string             `json:"name"`
	Required []string           `json:"required"` // one entry a slot, in the grammar of the HTML accept attribute
	MaxBytes map[string]float64 `json:"maxBytes"` // by expanded mime type
}

// CanonicalLocale is the first of the locales, or "".
func (i SiteInfo) CanonicalLocale() string {
	return (&site.Config{Locales: i.Locales}).CanonicalLocale()
}

// InvalidSiteDefaultsError says which locales of siteDefaults do not
// canonicalize.
type InvalidSiteDefaultsError struct {
	InvalidLocales []string // as they were written, in order
}

// Error names the locales.
func (e *InvalidSiteDefaultsError) Error() string { return (*site.InvalidSiteDefaultsError)(e).Error() }

// InvalidSiteIconsError says which icons of siteDefaults break a rule.
type InvalidSiteIconsError struct {
	Icons []SiteIcon // those that do, in order; none when the list itself is empty
	below error
}

// Error names the icons.
func (e *InvalidSiteIconsError) Error() string { return e.below.Error() }

// InvalidMediaPurposesError says which media purposes of siteDefaults break a
// rule.
type InvalidMediaPurposesError struct {
	Purposes []RefusedPurpose // in order
	below    error
}

// RefusedPurpose is a purpose by name, and the first reason that applies to it,
// such as invalid-slug.
type RefusedPurpose struct{ Name, Reason string }

// Error names the purposes with their reasons.
func (e *InvalidMediaPurposesError) Error() string { return e.below.Error() }

// siteError is an error of package site as programs find it.
func siteError(err error) error {
	var defaults *site.InvalidSiteDefaultsError
	var icons *site.InvalidSiteIconsError
	var purposes *site.InvalidMediaPurposesError
	switch {
	case errors.As(err, &defaults):
		return (*InvalidSiteDefaultsError)(defaults)
	case errors.As(err, &icons):
		return &InvalidSiteIconsError{Icons: iconsOf(icons.Icons), below: err}
	case errors.As(err, &purposes):
		refused := &InvalidMediaPurposesError{below: err}
		for _, p := range purposes.Purposes {
			refused.Purposes = append(refused.Purposes, RefusedPurpose{p.Name, string(p.Reason)})
		}
		return refused
	}
	return err
}

// Site describes the site as the database has it: at most 200 ms old, or, while
// the database cannot answer, as it was last read. The lists in it must not be
// changed.
func (s *Service) Site() SiteInfo {
	c := s.app.Site().Config()
	info := SiteInfo{
		Title: c.Title, Description: c.Description, Origin: c.Origin, Brand: c.Brand, Locales: c.Locales, Icons: iconsOf(c.Icons),
		GA4MeasurementID: c.GA4MeasurementID, FacebookPixelID: c.FacebookPixelID, Media: SiteMedia{Purposes: []MediaPurpose{}},
	}
	info.Media.Purposes = append(info.Media.Purposes, each(c.Media.Purposes, func(p site.Purpose) MediaPurpose { return MediaPurpose(p) })...)
	return info
}

func iconsOf(icons []site.Icon) []SiteIcon {
	return each(icons, func(i site.Icon) SiteIcon { return SiteIcon(i) })
}

// each is what becomes of each item; nil for none.
func each[Item, Out any](items []Item, become func(Item) Out) (all []Out) {
	for _, item := range items {
		all = append(all, become(item))
	}
	return all
}

// Assets are those of the ids that the media library has, as readers of a locale see
// them, in one read; "" is the first locale. A site that takes no uploads has none.
func (s *Service) Assets(ctx context.Context, locale string, ids ...string) (map[string]*asset.Asset, error) {
	return s.app.Assets(ctx, locale, ids)
}

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
	locales, err := app.StoredLocales(ctx, o.app())
	return locales, bootError(err)
}

// ClearStoredLocales turns locales off for a site whose settings declare none:
// it removes those that the database keeps. A site that declares some keeps
// them.
func ClearStoredLocales(ctx context.Context, o Options) error {
	return bootError(app.ClearStoredLocales(ctx, o.app()))
}
