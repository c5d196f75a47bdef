package cldr

import "strings"

// Number writes a number that is given by its digits, such as -1234.5.
func (l *Locale) Number(digits string) string {
	if amount, negative := strings.CutPrefix(digits, "-"); negative {
		return l.minus + l.unsigned(amount)
	}
	return l.unsigned(digits)
}

func (l *Locale) unsigned(digits string) string {
	whole, fraction, _ := strings.Cut(digits, ".")
	if whole = l.grouped(whole); fraction == "" {
		return whole
	}
	return whole + l.decimal + fraction
}

// grouped puts separators between the groups of a whole number.
func (l *Locale) grouped(whole string) string {
	if len(whole) < 4 || l.loose && len(whole) < 5 || l.group == "" {
		return whole
	}
	size, grouped := 3, ""
	for len(whole) > size {
		at := len(whole) - size
		grouped = l.group + whole[at:] + grouped
		whole = whole[:at]
		if l.indian {
			size = 2
		}
	}
	return whole + grouped
}
