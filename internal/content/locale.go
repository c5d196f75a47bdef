package content

import (
	"context"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

const localePath = "data#/locale"

// localeGate is the contract's locale write gate for a localized Schema: every
// row of its table is INPUT_VALIDATION_FAILED at data#/locale. partial skips a
// locale that is missing; one that is there is always looked at.
func (s *Service) localeGate(ctx context.Context, schema *plan.Schema, data map[string]any, partial bool) error {
	if !schema.Localized() {
		return nil
	}
	locale, _ := data["locale"].(string)
	if locale == "" {
		if partial {
			return nil
		}
		return diag.At(diag.InputValidationFailed, localePath, "An entry of this collection needs a locale.")
	}
	enabled, err := s.opts.Locales(ctx)
	if err != nil {
		return diag.As(err)
	}
	if len(enabled) == 0 || slices.Contains(enabled, locale) {
		return nil
	}
	d := diag.At(diag.InputValidationFailed, localePath, "The locale is not one that this site has enabled.")
	d.Candidates, d.CandidatesPublic = enabled, true
	return d
}

// refuseLocale is the gate's row for a Schema that is not localized: such a
// Schema declares no locale, so one can only be among what a caller sent.
func refuseLocale(schema *plan.Schema, sent map[string]any) error {
	if _, present := sent["locale"]; !present || schema.Localized() {
		return nil
	}
	return diag.At(diag.InputValidationFailed, localePath, "Entries of this collection have no locale.")
}
