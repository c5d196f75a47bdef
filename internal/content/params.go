package content

import (
	"math"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// validParams checks typed params against the declared schema; a View that
// declares none ignores what it is sent. The result may share values with
// params.
func validParams(p *plan.Params, params map[string]any) (map[string]any, error) {
	if p.Document() == nil {
		return nil, nil
	}
	if !plain(params) {
		var err error
		if params, err = normalized("input#", params); err != nil {
			return nil, err
		}
	}
	if v := p.Validate(params); v != nil {
		return nil, violated(diag.InputValidationFailed, "input#", v)
	}
	return params, nil
}

// plain reports whether params need no normalizing: what REST coerces to. They are
// not copied, because this runs on every read.
func plain(params map[string]any) bool {
	for _, v := range params {
		switch v := v.(type) {
		case nil, bool, int64:
		case string:
			if !jsonvalue.ValidString(v) {
				return false
			}
		case float64:
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return false
			}
		default:
			return false
		}
	}
	return params != nil
}

// BoundParams are typed params as ExecuteView hands them to the store: validated,
// by slot. Params that do not fit are INPUT_VALIDATION_FAILED at input#/<param>.
func BoundParams(p *plan.Params, params map[string]any) ([]any, error) {
	valid, err := validParams(p, params)
	if err != nil {
		return nil, err
	}
	return slots(p, valid), nil
}

// slots lines validated params up with the View's statement; an absent one is
// nil.
func slots(p *plan.Params, params map[string]any) []any {
	all := p.All()
	if len(all) == 0 {
		return nil
	}
	values := make([]any, len(all))
	for i := range all {
		values[i] = bindable(all[i], params[all[i].Name])
	}
	return values
}

// bindable writes arrays and objects as JSON text, which is how a sql View
// hands them to json_each. 1 and 1.0 are one number and bind alike: as a number
// where the param is one, else as an integer.
func bindable(p plan.Param, v any) any {
	switch v := v.(type) {
	case []any, map[string]any:
		return string(jsonvalue.Append(nil, v))
	case int64:
		if f := float64(v); p.Takes("number") && jsonvalue.Equal(v, f) {
			return f
		}
	case float64:
		if n := int64(v); !p.Takes("number") && math.Abs(v) < 1<<53 && float64(n) == v {
			return n
		}
	}
	return v
}
