package querystring

import (
	"math"
	"net/url"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Params coerce the params of a View, by name.
type Params map[string]Coercion

// ParamsOf are those of a View.
func ParamsOf(v *plan.View) Params {
	declared := v.Params()
	params := make(Params, len(declared.All()))
	for _, p := range declared.All() {
		params[p.Name] = CoercionOf(declared.Document(), p.Name)
	}
	return params
}

// Read fills the params and the paging of a call from a raw query string. Keys
// that are not declared go to other with their text as it is written, or
// nowhere when it is nil; of a key that comes twice the first counts. The error
// is INPUT_VALIDATION_FAILED at the param, or that of other (decision 19).
func (p Params) Read(raw string, call *content.ViewCall, other func(key, text string) error) error {
	var paged paging
	for raw != "" {
		var pair string
		pair, raw, _ = strings.Cut(raw, "&")
		key, text, _ := strings.Cut(pair, "=")
		key, ok := unescape(key)
		if !ok {
			continue // no declared key is written like this
		}
		c, declared := p[key]
		switch {
		case declared:
			if err := setParam(call, len(p), key, text, c); err != nil {
				return err
			}
		case paged.set(key, text) || other == nil:
		default:
			if err := other(key, text); err != nil {
				return err
			}
		}
	}
	paged.fill(call)
	return nil
}

func setParam(call *content.ViewCall, count int, key, text string, c Coercion) error {
	if call.Params == nil {
		call.Params = make(map[string]any, count)
	}
	if _, twice := call.Params[key]; twice {
		return nil
	}
	value, err := coerced(key, text, c)
	if err != nil {
		return err
	}
	call.Params[key] = value
	return nil
}

func coerced(name, text string, c Coercion) (any, error) {
	text, err := Text(name, text)
	if err != nil {
		return nil, err
	}
	value, sentence, expected := c.Apply(text)
	if sentence != "" {
		return nil, Mistyped(name, sentence, expected)
	}
	return value, nil
}

// Text decodes what is written as the value of a key.
func Text(name, written string) (string, error) {
	text, ok := unescape(written)
	if !ok {
		return "", Invalid(name, "Must be percent-encoded UTF-8 without NUL.")
	}
	return text, nil
}

// Invalid is INPUT_VALIDATION_FAILED at a key, or a part of a path.
func Invalid(name, message string) *diag.Diagnostic {
	return diag.At(diag.InputValidationFailed, "input#"+jsonvalue.Pointer(name), message)
}

// Mistyped is Invalid for what is not of its declared type: expected names the
// type where there is a name.
func Mistyped(name, message string, expected any) *diag.Diagnostic {
	d := Invalid(name, message)
	d.Expected = expected
	return d
}

// unescape decodes one key or value of a query. It allocates only for text
// that has an escape.
func unescape(text string) (string, bool) {
	if strings.ContainsAny(text, "%+") {
		var err error
		if text, err = url.QueryUnescape(text); err != nil {
			return "", false
		}
	}
	return text, jsonvalue.ValidString(text)
}

// paging collects the first page, show and cursor of a query.
type paging struct {
	page, show, cursor          string
	hasPage, hasShow, hasCursor bool
}

// set reports whether it is a key of paging.
func (p *paging) set(key, text string) bool {
	switch key {
	case "page":
		first(&p.page, &p.hasPage, text)
	case "show":
		first(&p.show, &p.hasShow, text)
	case "cursor":
		first(&p.cursor, &p.hasCursor, text)
	default:
		return false
	}
	return true
}

func first(value *string, has *bool, text string) {
	if !*has {
		*value, *has = text, true
	}
}

// fill applies the contract's Limits: what is no usable number is as good as
// missing. content clamps what is one.
func (p *paging) fill(call *content.ViewCall) {
	if p.hasPage {
		call.Page = wholePage(p.page)
	}
	if p.hasShow {
		if show, ok := decimal(p.show); ok {
			call.Show = &show
		}
	}
	// What cannot be decoded is no cursor of ours and is refused as it stands.
	if cursor, ok := unescape(p.cursor); ok {
		call.Cursor = cursor
	} else {
		call.Cursor = p.cursor
	}
}

func wholePage(text string) int64 {
	page, _ := decimal(text)
	switch {
	case page < 1:
		return 1
	case page >= math.MaxInt64:
		return math.MaxInt64
	}
	return int64(page)
}

func decimal(text string) (float64, bool) {
	text, ok := unescape(text)
	if !ok {
		return 0, false
	}
	switch n := parseNumber(text).(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}
