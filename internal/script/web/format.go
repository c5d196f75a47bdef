package web

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/pages/cldr"
	"github.com/quartet-dev/quartet/internal/script/engine"
)

var formatFuncs = map[string]engine.Func{"format.number": formatNumber, "format.money": formatMoney, "format.date": formatDate}

// maxDigits bounds the digits of a number and of its fraction.
const maxDigits = 400

var errNumber = errors.New("the value is no number")

// formatNumber takes the digits of a number, a locale, and the least and the most
// digits of a fraction.
func formatNumber(args []any) (any, error) {
	digits, locale := text(args, 0), cldr.Find(text(args, 1))
	least, most := int(number(args, 2)), int(number(args, 3))
	switch {
	case digits == "NaN":
		return digits, nil
	case strings.HasSuffix(digits, "Infinity"):
		return strings.Replace(digits, "Infinity", "∞", 1), nil
	case least < 0 || most < least || most > maxDigits:
		return nil, errors.New("the digits of a fraction are 0 to 400, and the least no more than the most")
	}
	plain, ok := plainDigits(digits)
	if !ok {
		return nil, errNumber
	}
	return locale.Number(rounded(plain, least, most)), nil
}

// plainDigits writes a number without an exponent.
func plainDigits(s string) (string, bool) {
	if len(s) > maxDigits {
		return "", false
	}
	if !strings.ContainsAny(s, "eE") {
		_, whole := strings.CutPrefix(s, "-")
		return s, isNumber(s, whole)
	}
	f, err := strconv.ParseFloat(s, 64)
	return strconv.FormatFloat(f, 'f', -1, 64), err == nil && !math.IsInf(f, 0)
}

// isNumber reports whether a text is digits with at most one point.
func isNumber(s string, signed bool) bool {
	if signed {
		s = s[1:]
	}
	whole, fraction, _ := strings.Cut(s, ".")
	return whole != "" && strings.Trim(whole+fraction, "0123456789") == ""
}

// rounded gives a number a fraction of least to most digits. Half of the last digit
// is rounded away from zero.
func rounded(digits string, least, most int) string {
	unsigned, negative := strings.CutPrefix(digits, "-")
	whole, fraction, _ := strings.Cut(unsigned, ".")
	up := len(fraction) > most && fraction[most] >= '5'
	all := []byte(whole + fraction[:min(most, len(fraction))])
	if up {
		all = plusOne(all)
	}
	point := len(all) - min(most, len(fraction))
	whole, fraction = string(all[:point]), strings.TrimRight(string(all[point:]), "0")
	if missing := least - len(fraction); missing > 0 {
		fraction += strings.Repeat("0", missing)
	}
	result := whole
	if fraction != "" {
		result += "." + fraction
	}
	if negative && strings.Trim(result, "0.") != "" {
		return "-" + result
	}
	return result
}

// plusOne adds one to the last of some digits.
func plusOne(digits []byte) []byte {
	for i := len(digits) - 1; i >= 0; i-- {
		if digits[i] != '9' {
			digits[i]++
			return digits
		}
		digits[i] = '0'
	}
	return append([]byte("1"), digits...)
}

// formatMoney takes the digits of an amount in the smallest unit of a currency, the
// currency and a locale.
func formatMoney(args []any) (any, error) {
	units, err := strconv.ParseInt(text(args, 0), 10, 64)
	if err != nil {
		return nil, errors.New("the amount is no whole number of the currency's smallest unit")
	}
	currency := text(args, 1)
	if len(currency) != len("EUR") || strings.Trim(currency, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return nil, errors.New("the currency is not three capital letters, such as EUR")
	}
	return cldr.Find(text(args, 2)).Money(units, currency), nil
}

var forms = map[string]cldr.Form{"long": cldr.Long, "medium": cldr.Medium, "short": cldr.Short}

// formatDate takes the milliseconds of a time, a locale, a style, whether to write
// the hour, and a time zone.
func formatDate(args []any) (any, error) {
	ms := number(args, 0)
	if math.IsNaN(ms) || math.Abs(ms) > maxDate {
		return nil, errors.New("the value is no date")
	}
	form, ok := forms[text(args, 2)]
	if !ok {
		return nil, errors.New("the style is none of long, medium and short")
	}
	zone, err := zoneOf(text(args, 4))
	if err != nil {
		return nil, err
	}
	when := time.UnixMilli(int64(ms)).In(zone)
	date := cldr.Find(text(args, 1)).Date(when, form)
	if flag(args, 3) {
		date += when.Format(" 15:04")
	}
	return date, nil
}

// maxDate is the milliseconds of the last date that JavaScript has.
const maxDate = 8.64e15

// zones are the time zones that were asked for, by name. There are some 600.
var zones sync.Map

func zoneOf(name string) (*time.Location, error) {
	if zone, ok := zones.Load(name); ok {
		return zone.(*time.Location), nil //nolint:forcetypeassert // nothing else is stored
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" || len(name) > 64 {
		return nil, fmt.Errorf("there is no time zone %.64q", name)
	}
	zones.Store(name, zone)
	return zone, nil
}
