package templates

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/pages/cldr"
)

// textFunc is the function that says a text of the locale.
const textFunc = "t"

// localFunctions say things as the locale of the page does.
func (s *state) localFunctions() template.FuncMap {
	return template.FuncMap{
		textFunc: s.text,
		"date":   s.date,
		"number": s.number,
		"money":  s.money,
	}
}

func (s *state) locale() string {
	if s.render.Page == nil {
		return ""
	}
	return s.render.Page.Locale
}

func (s *state) canonical() string {
	if s.render.Page == nil {
		return ""
	}
	return s.render.Page.Site.CanonicalLocale
}

// local is how the locale of the page writes; on a site without locales, English.
func (s *state) local() *cldr.Locale {
	if s.writes == nil {
		s.writes = cldr.Find(cmp.Or(s.locale(), s.canonical()))
	}
	return s.writes
}

func (s *state) text(key any, values ...any) (string, error) {
	given := make([]string, len(values))
	for i, each := range values {
		given[i] = plain(each)
	}
	text := fill(s.set.texts.find(s.locale(), s.canonical(), plain(key)), given)
	return text, s.spend(len(text))
}

// maxLayout bounds the layout of a date.
const maxLayout = 64

// date says a time, or a text that holds one, in a form: short, medium, long,
// iso, or a layout of Go. A text that holds no time is said as it is.
func (s *state) date(v any, form ...string) (string, error) {
	if len(form) > 1 || len(form) == 1 && len(form[0]) > maxLayout {
		return "", errors.New("a date has one form: short, medium, long, iso or a layout such as 2 Jan 2006")
	}
	if err := s.check(); err != nil {
		return "", err
	}
	when, isDay, ok := TimeOf(v, s.set.options.Zone)
	if !ok {
		return plain(v), nil
	}
	name := "medium"
	if len(form) == 1 {
		name = form[0]
	}
	return s.dated(when, isDay, name)
}

// dated says a time where the pages are, but iso, which programs read.
func (s *state) dated(when time.Time, isDay bool, form string) (string, error) {
	if !isDay {
		when = when.In(s.set.options.Zone)
	}
	switch form {
	case "iso":
		if isDay {
			return when.Format(time.DateOnly), nil
		}
		return when.UTC().Format(time.RFC3339), nil
	case "short":
		return s.local().Date(when, cldr.Short), nil
	case "medium":
		return s.local().Date(when, cldr.Medium), nil
	case "long":
		return s.local().Date(when, cldr.Long), nil
	}
	if other := time.Date(1, 12, 23, 13, 14, 15, 0, time.UTC); other.Format(form) == form {
		return "", fmt.Errorf("a date has no form %q, but short, medium, long, iso and layouts such as 2 Jan 2006", form)
	}
	return s.local().Layout(when, form), nil
}

// maxMillis is the last moment of the year 9999.
const maxMillis = 253402300799999

// TimeOf reads a time from a value; isDay reports that it is a day, without a
// time of it. A number is milliseconds since 1970, as everywhere in the service. A text
// without an offset is a time in zone.
func TimeOf(v any, zone *time.Location) (when time.Time, isDay, ok bool) {
	switch v := v.(type) {
	case time.Time:
		return v.UTC(), false, !v.IsZero()
	case *time.Time:
		if v != nil {
			return v.UTC(), false, !v.IsZero()
		}
	case int:
		return TimeOf(int64(v), zone)
	case int64:
		return time.UnixMilli(v).UTC(), false, -maxMillis <= v && v <= maxMillis
	case string:
		for _, layout := range []string{time.DateOnly, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04"} {
			in := zone
			if layout == time.DateOnly {
				in = time.UTC
			}
			if when, err := time.ParseInLocation(layout, v, in); err == nil {
				return when.UTC(), layout == time.DateOnly, true
			}
		}
	}
	return time.Time{}, false, false
}

// maxDecimals bounds the decimals of a number.
const maxDecimals = 12

// number says a number with as many decimals as given, or up to three that it
// has.
func (s *state) number(v any, decimals ...int) (string, error) {
	if len(decimals) > 1 || len(decimals) == 1 && (decimals[0] < 0 || decimals[0] > maxDecimals) {
		return "", fmt.Errorf("a number has 0 to %d decimals", maxDecimals)
	}
	fixed := -1
	if len(decimals) == 1 {
		fixed = decimals[0]
	}
	digits, ok := digitsOf(v, fixed)
	if !ok {
		return plain(v), s.check()
	}
	return s.local().Number(digits), s.check()
}

// defaultDecimals is how many decimals a number shows at most.
const defaultDecimals = 3

// digitsOf are the digits of a number, such as -1234.5.
func digitsOf(v any, fixed int) (digits string, ok bool) {
	if whole, ok := wholeOf(v); ok {
		digits = strconv.FormatInt(whole, 10)
		if fixed > 0 {
			digits += "." + strings.Repeat("0", fixed)
		}
		return digits, true
	}
	number, ok := floatOf(v)
	switch {
	case !ok || number-number != 0: // NaN and infinities
		return "", false
	case fixed >= 0:
		return strconv.FormatFloat(number, 'f', fixed, 64), true
	}
	digits = strconv.FormatFloat(number, 'f', defaultDecimals, 64)
	return strings.TrimSuffix(strings.TrimRight(digits, "0"), "."), true
}

func wholeOf(v any) (int64, bool) {
	switch v := v.(type) {
	case int:
		return int64(v), true
	case int64:
		return v, true
	case int32:
		return int64(v), true
	case json.Number:
		whole, err := v.Int64()
		return whole, err == nil
	}
	return 0, false
}

func floatOf(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case json.Number:
		number, err := v.Float64()
		return number, err == nil
	}
	return 0, false
}

// money says an amount, which is given in the smallest unit of its currency.
func (s *state) money(v any, currency any) (string, error) {
	code := strings.ToUpper(plain(currency))
	if len(code) != 3 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return "", fmt.Errorf("%.20q is no currency, such as EUR", code)
	}
	whole, ok := wholeOf(v)
	if number, isFloat := floatOf(v); !ok && isFloat && number == float64(int64(number)) {
		whole, ok = int64(number), true
	}
	if !ok {
		return plain(v), s.check()
	}
	return s.local().Money(whole, code), s.check()
}
