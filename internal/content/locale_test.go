package content_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

const localized = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: texts }
spec:
  title: Texts
  localized: true
  schema:
    type: object
    properties: { locale: { type: string }, body: { type: string } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: things }
spec:
  title: Things
  schema: { type: object, properties: { body: { type: string } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: add-text }
spec:
  input: { type: object, properties: { locale: { type: string }, body: { type: string } } }
  output: { type: object }
  handler: { kind: builtin, op: create, schema: texts }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: add-thing }
spec:
  input: { type: object, properties: { locale: { type: string }, body: { type: string } } }
  output: { type: object }
  handler: { kind: builtin, op: create, schema: things }
`

func locales(enabled ...string) func(context.Context) ([]string, error) {
	return func(context.Context) ([]string, error) { return enabled, nil }
}

func TestLocaleWriteGate(t *testing.T) {
	for _, test := range []struct {
		name       string
		enabled    []string
		collection string
		data       values
		draft      diag.Code // a generic create, which may be partial
		whole      diag.Code // publishing that draft
		builtin    diag.Code // a builtin create, never partial
	}{
		{"1 not localized and locale present", []string{"en"}, "things", values{"locale": "en"}, diag.InputValidationFailed, "", ""}, // a builtin does not project it
		{"1 not localized and locale absent", []string{"en"}, "things", values{"body": "x"}, "", "", ""},
		{"2 localized and locale missing", []string{"en"}, "texts", values{"body": "x"}, "", diag.InputValidationFailed, diag.InputValidationFailed},
		{"2 localized and locale empty", []string{"en"}, "texts", values{"locale": ""}, "", diag.InputValidationFailed, diag.InputValidationFailed},
		{"3 localized and locale not enabled", []string{"en", "zh-TW"}, "texts", values{"locale": "fr"}, diag.InputValidationFailed, "", diag.InputValidationFailed},
		{"3 localized and locale spelled another way", []string{"zh-TW"}, "texts", values{"locale": "zh-tw"}, diag.InputValidationFailed, "", diag.InputValidationFailed},
		{"3 localized and locale enabled", []string{"en", "zh-TW"}, "texts", values{"locale": "zh-TW"}, "", "", ""},
		{"4 no locales enabled", nil, "texts", values{"locale": "fr"}, "", "", ""},
		{"4 no locales enabled and locale missing", nil, "texts", values{}, "", diag.InputValidationFailed, diag.InputValidationFailed},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, localized, content.Options{Locales: locales(test.enabled...)})
			_, err := s.Invoke(s.ctx, nobody, map[string]string{"texts": "add-text", "things": "add-thing"}[test.collection], test.data)
			s.wants(err, test.builtin, "data#/locale")
			e, err := s.Create(s.ctx, nobody, test.collection, test.data)
			s.wants(err, test.draft, "data#/locale")
			if err == nil {
				_, err = s.Publish(s.ctx, nobody, test.collection, e.ID, 0)
				s.wants(err, test.whole, "data#/locale")
			}
		})
	}
}

func TestEnabledLocalesAreCandidates(t *testing.T) {
	s := open(t, localized, content.Options{Locales: locales("en", "zh-TW")})
	_, err := s.Create(s.ctx, nobody, "texts", values{"locale": "fr"})
	if diff := cmp.Diff([]string{"en", "zh-TW"}, diag.As(err).Public().Candidates); diff != "" {
		t.Error(diff)
	}
}

func TestLocalesAreReadForEachWrite(t *testing.T) {
	enabled := []string{"en"}
	s := open(t, localized, content.Options{Locales: func(context.Context) ([]string, error) { return enabled, nil }})
	_, err := s.Create(s.ctx, nobody, "texts", values{"locale": "fr"})
	s.wants(err, diag.InputValidationFailed, "data#/locale")
	enabled = []string{"en", "fr"}
	e := s.add("texts", values{"locale": "fr"})
	if locale := e.Row()["locale"]; locale != "fr" {
		t.Errorf("the row's locale is %v", locale)
	}
}

func TestLocalesThatCannotBeRead(t *testing.T) {
	s := open(t, localized, content.Options{Locales: func(context.Context) ([]string, error) { return nil, errors.New("gone") }})
	_, err := s.Create(s.ctx, nobody, "texts", values{"locale": "fr"})
	s.wants(err, diag.InternalError, "")
}
