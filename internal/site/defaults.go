package site

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// Defaults is siteDefaults, as a site declares it. Title, Description, Brand
// and Origin are free text.
type Defaults struct {
	Title            string   `json:"title"`
	Description      string   `json:"description"`
	Brand            string   `json:"brand"`
	Origin           string   `json:"origin"`
	Locales          []string `json:"locales"` // the first is the canonical one
	Icons            []Icon   `json:"icons"`   // nil when none are declared; an empty array is a violation
	GA4MeasurementID string   `json:"ga4MeasurementId"`
	FacebookPixelID  string   `json:"facebookPixelId"`
	Media            Media    `json:"media"`

	// AccentColor is #rrggbb, "" for that of the service. It is no row of site_config
	// (decision 341).
	AccentColor string `json:"accentColor"`
}

// Media is the upload taxonomy.
type Media struct {
	Purposes []Purpose `json:"purposes"`
}

// Violation is one broken rule. Pointer is the place in the declaration.
type Violation struct {
	Code    diag.Code
	Pointer string
	Message string
	Value   any

	// Err is an *InvalidSiteDefaultsError, *InvalidSiteIconsError or
	// *InvalidMediaPurposesError, which violations of one kind share
	// (decision 26).
	Err error
}

// Check canonicalizes the locales and lists every broken rule: all invalid
// locales as one INVALID_LOCALE at the first of them, one violation an icon and
// one a purpose.
func (d *Defaults) Check() []Violation {
	return append(append(d.checkLocales(), d.checkIcons()...), d.checkPurposes()...)
}

// checkLocales leaves the canonical form of those that are valid.
func (d *Defaults) checkLocales() []Violation {
	declared := d.Locales
	locales, invalid := CanonicalLocales(declared)
	d.Locales = locales
	if invalid == nil {
		return nil
	}
	if d.Locales == nil {
		d.Locales = []string{}
	}
	return []Violation{{
		Code:    diag.InvalidLocale,
		Pointer: jsonvalue.Pointer("locales", strconv.Itoa(slices.Index(declared, invalid[0]))),
		Message: noLocale(invalid),
		Value:   invalid,
		Err:     &InvalidSiteDefaultsError{InvalidLocales: invalid},
	}}
}

// noLocale lists the entries, as the contract's check of locales does.
func noLocale(invalid []string) string {
	quoted := make([]string, len(invalid))
	for i, each := range invalid {
		quoted[i] = strconv.Quote(each)
	}
	return "Not a locale: " + strings.Join(quoted, ", ") +
		". A locale is a language of two or three letters and perhaps a region of two, such as en or zh-TW; scripts and variants are not taken."
}
