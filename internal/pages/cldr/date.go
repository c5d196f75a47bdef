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
	var b strings.Builder
	for rest := l.patterns[form]; rest != ""; {
		text, after, found := strings.Cut(rest, "{")
		b.WriteString(text)
		if !found {
			break
		}
		field, after, _ := strings.Cut(after, "}")
		b.WriteString(l.field(field, when, form))
		rest = after
	}
	return b.String()
}

func (l *Locale) field(name string, when time.Time, form Form) string {
	switch name {
	case "d":
		return strconv.Itoa(when.Day())
	case "dd":
		return two(when.Day())
	case "m":
		return strconv.Itoa(int(when.Month()))
	case "mm":
		return two(int(when.Month()))
	case "month":
		return [...]*[12]string{&l.long, &l.medium, &l.short}[form][when.Month()-1]
	case "yy":
		return two(when.Year() % 100)
	}
	return strconv.Itoa(when.Year())
}

func two(number int) string {
	if number < 10 {
		return "0" + strconv.Itoa(number)
	}
	return strconv.Itoa(number)
}
