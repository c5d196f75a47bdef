package site

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Seed brings the rows of site_config in line with what a deployment declares
// and Check has found right. Keys that are edited in the Admin are written once
// and belong to the database afterwards; origin, icons, locales and media
// purposes follow the declaration. What is blank or empty writes nothing and
// clears nothing, and a deployment that declares what is stored writes nothing.
// overruled are the keys whose declared value gives way to that of the database
// (decision 25).
func Seed(ctx context.Context, store Store, declared Defaults) (overruled []string, err error) {
	rows, err := declared.rows()
	if err != nil {
		return nil, err
	}
	stored, err := store.SiteConfig(ctx)
	if err != nil {
		return nil, diag.Attempted(err, "read the site's configuration")
	}
	var differing []Row
	for _, row := range rows {
		value, exists := stored[row.Key]
		switch {
		case exists && value == row.Value:
		case exists && row.Once:
			if slices.Contains(editable, row.Key) {
				overruled = append(overruled, row.Key)
			}
		default:
			differing = append(differing, row)
		}
	}
	if len(differing) == 0 {
		return overruled, nil
	}
	if err := store.WriteSiteConfig(ctx, differing, nil); err != nil {
		return nil, diag.Attempted(err, "write the site's configuration")
	}
	return overruled, nil
}

// rows are the declaration in the stored forms of the contract.
func (d *Defaults) rows() ([]Row, error) {
	icons, err := encode(d.Icons)
	if err != nil {
		return nil, err
	}
	purposes, err := encode(d.Media.Purposes)
	if err != nil {
		return nil, err
	}
	builtIn, err := encode(builtInIcons())
	if err != nil {
		return nil, err
	}
	rows := []Row{
		{keyBrand, d.Brand, true},
		{keyTitle, d.Title, true},
		{keyDescription, d.Description, true},
		{keyGA4, d.GA4MeasurementID, true},
		{keyFacebookPixel, d.FacebookPixelID, true},
		{keyOrigin, d.Origin, false},
		{keyIcons, icons, false},
		{KeyLocales, strings.Join(d.Locales, ","), false},
		{keyPurposes, purposes, false},
	}
	if icons == "" {
		rows = append(rows, Row{keyIcons, builtIn, true})
	}
	return slices.DeleteFunc(rows, func(r Row) bool { return strings.TrimSpace(r.Value) == "" }), nil
}

// encode is a list as JSON; "" when it is empty.
func encode[T any](list []T) (string, error) {
	if len(list) == 0 {
		return "", nil
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(list)
	return strings.TrimSuffix(text.String(), "\n"), err
}
