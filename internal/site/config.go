package site

import (
	"encoding/json"
	"slices"
	"strings"
)

// Config is the site's configuration as it is read: what site_config holds,
// with the contract's fallback for each row that is absent.
type Config struct {
	Title            string   `json:"title"` // CMS without a row
	Description      string   `json:"description"`
	Origin           string   `json:"origin"`
	Brand            string   `json:"brand"`   // Quartet without a row
	Locales          []string `json:"locales"` // canonical, and never nil
	Icons            []Icon   `json:"icons"`   // the built-in icon without a row
	GA4MeasurementID string   `json:"ga4MeasurementId,omitempty"`
	FacebookPixelID  string   `json:"facebookPixelId,omitempty"`
	Media            Media    `json:"media"`
}

// The keys of site_config.
const (
	keyBrand         = "brand"
	keyTitle         = "title"
	keyDescription   = "description"
	keyGA4           = "ga4MeasurementId"
	keyFacebookPixel = "facebookPixelId"
	keyOrigin        = "origin"
	keyIcons         = "faviconUrl"
	keyPurposes      = "mediaPurposes"

	// KeyLocales is the key of the locales.
	KeyLocales = "locales"
)

const (
	untitled  = "CMS"
	unbranded = "Quartet"
)

// Name is what people read as the name of the site, in a message or on a page to
// sign in: its title, or else its brand, which both may be blank.
func (c *Config) Name() string {
	for _, each := range []string{c.Title, c.Brand} {
		if name := strings.TrimSpace(each); name != "" {
			return name
		}
	}
	return unbranded
}

// CanonicalLocale is the first locale; "", the contract's null, when locales
// are off.
func (c *Config) CanonicalLocale() string {
	if len(c.Locales) == 0 {
		return ""
	}
	return c.Locales[0]
}

// configOf reads the rows of site_config. A row that does not hold what its key
// demands, such as icons in an older form, reads as absent.
func configOf(rows map[string]string) *Config {
	locales, _ := CanonicalLocales(StoredLocales(rows))
	return &Config{
		Title:            textOr(rows, keyTitle, untitled),
		Description:      rows[keyDescription],
		Origin:           rows[keyOrigin],
		Brand:            textOr(rows, keyBrand, unbranded),
		Locales:          append([]string{}, locales...),
		Icons:            iconsOf(rows[keyIcons]),
		GA4MeasurementID: rows[keyGA4],
		FacebookPixelID:  rows[keyFacebookPixel],
		Media:            Media{StoredPurposes(rows)},
	}
}

func textOr(rows map[string]string, key, fallback string) string {
	if value, stored := rows[key]; stored {
		return value
	}
	return fallback
}

// StoredLocales are the locales among the rows of site_config, as they stand
// there.
func StoredLocales(rows map[string]string) []string {
	if rows[KeyLocales] == "" {
		return nil
	}
	return strings.Split(rows[KeyLocales], ",")
}

func iconsOf(stored string) []Icon {
	var icons []Icon
	isFaulty := func(i Icon) bool { _, message := i.fault(); return message != "" }
	if json.Unmarshal([]byte(stored), &icons) != nil || len(icons) == 0 || slices.ContainsFunc(icons, isFaulty) {
		return builtInIcons()
	}
	return icons
}

// StoredPurposes are the purposes of media among the rows of site_config.
func StoredPurposes(rows map[string]string) []Purpose { return purposesOf(rows[keyPurposes]) }

func purposesOf(stored string) []Purpose {
	purposes := []Purpose{}
	isFaulty := func(p Purpose) bool { return p.Fault() != "" }
	if json.Unmarshal([]byte(stored), &purposes) != nil || slices.ContainsFunc(purposes, isFaulty) {
		return []Purpose{}
	}
	return purposes
}
