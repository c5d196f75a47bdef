package site

import (
	"context"
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// editable are the keys that may be changed while the site runs, in order.
var editable = []string{keyBrand, keyDescription, keyFacebookPixel, keyGA4, keyTitle}

// Change stores new values of keys that are editable: brand, description,
// facebookPixelId, ga4MeasurementId and title. Any other key, and a value that
// is no text, is INPUT_VALIDATION_FAILED, and then nothing is changed.
func (l *Live) Change(ctx context.Context, values map[string]string) error {
	rows := make([]Row, 0, len(values))
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if err := checkChange(key, values[key]); err != nil {
			return err
		}
		rows = append(rows, Row{Key: key, Value: values[key]})
	}
	if len(rows) == 0 {
		return nil
	}
	if err := l.store.WriteSiteConfig(ctx, rows); err != nil {
		return err
	}
	_, err := l.Read(ctx)
	return err
}

func checkChange(key, value string) error {
	at := "input#" + jsonvalue.Pointer(key)
	if !slices.Contains(editable, key) {
		d := diag.At(diag.InputValidationFailed, at, "The site has no setting of this name that can be changed while it runs.")
		d.Candidates, d.CandidatesPublic = editable, true
		return d
	}
	if _, err := jsonvalue.Normalize(value, jsonvalue.Limits{}); err != nil {
		return diag.Refused(diag.InputValidationFailed, at, err)
	}
	return nil
}
