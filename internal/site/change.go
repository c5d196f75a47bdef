package site

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// editable are the keys that may be changed while the site runs, in order.
var editable = []string{keyBrand, keyDescription, keyFacebookPixel, keyGA4, keyTitle}

// Change stores new values of keys that are editable: brand, description,
// facebookPixelId, ga4MeasurementId and title. Any other key, and a value that
// is no text, is INPUT_VALIDATION_FAILED, and then nothing is changed. The
// audit log says that it was by whom. What is given is the configuration after it.
func (l *Live) Change(ctx context.Context, by audit.Actor, values map[string]string) (*Config, error) {
	rows := make([]Row, 0, len(values))
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if err := checkChange(key, values[key]); err != nil {
			return nil, err
		}
		rows = append(rows, Row{Key: key, Value: values[key]})
	}
	if len(rows) > 0 {
		err := l.store.WriteSiteConfig(ctx, rows, func(stored map[string]string) *audit.Record { return auditRecord(ctx, by, stored, values) })
		if err != nil {
			return nil, diag.Attempted(err, "change the site's settings")
		}
	}
	return l.Read(ctx)
}

// auditRecord is the audit record of a change; nil when it changes nothing.
func auditRecord(ctx context.Context, by audit.Actor, stored, values map[string]string) *audit.Record {
	was, is := make(map[string]any), make(map[string]any)
	for key, value := range values {
		is[key] = value
		if old, there := stored[key]; there {
			was[key] = old
		}
	}
	l := &audit.Record{Time: time.Now().UnixMilli(), Actor: by, Surface: audit.SurfaceOf(ctx), Action: audit.ChangeSettings}
	if l.Before, l.After = audit.Difference(was, is); l.After == nil {
		return nil
	}
	return l
}

func checkChange(key, value string) error {
	at := "input#" + jsonvalue.Pointer(key)
	if !slices.Contains(editable, key) {
		d := diag.At(diag.InputValidationFailed, at, "The site has no setting of this name that can be changed while it runs.")
		d.Candidates = editable
		return d
	}
	if _, err := jsonvalue.Normalize(value, jsonvalue.Limits{}); err != nil {
		return diag.Refused(diag.InputValidationFailed, at, err)
	}
	return nil
}
