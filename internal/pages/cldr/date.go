package cldr

import (
	"strconv"
	"strings"
	"time"
)

// Form is how much of a date is written out.
type Form int

// The forms, such as March 5, 2026, Mar 5, 2026 and 3/5/26.
const (
	Long Form = iota
	Medium
	Short
)

// Date writes the day of a time.
func (l *Locale) Date(when time.Time, form Form) string {
	year, month, day := when.Date()
	text := make([]byte, 0, 48)
	for rest := l.patterns[form]; rest != ""; {
		at := strings.IndexByte(rest, '{')
		if at < 0 {
			text = append(text, rest...)
			break
		}
		text, rest = append(text, rest[:at]...), rest[at+1:]
		end := strings.IndexByte(rest, '}')
		switch rest[:end] {
		case "d":
			text = strconv.AppendInt(text, int64(day), 10)
		case "dd":
			text = appendTwo(text, day)
		case "m":
			text = strconv.AppendInt(text, int64(month), 10)
		case "mm":
			text = appendTwo(text, int(month))
		case "month":
			text = append(text, l.months(form)[month-1]...)
		case "y":
			text = strconv.AppendInt(text, int64(year), 10)
		case "yy":
			text = appendTwo(text, year%100)
		}
		rest = rest[end+1:]
	}
	return string(text)
}

func (l *Locale) months(form Form) *[12]string {
	return [...]*[12]string{&l.long, &l.medium, &l.short}[form]
}

// appendTwo appends a number of two digits.
func appendTwo(text []byte, number int) []byte {
	if number < 10 {
		text = append(text, '0')
	}
	return strconv.AppendInt(text, int64(number), 10)
}
