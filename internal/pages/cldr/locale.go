package cldr

import (
	"cmp"
	"slices"
	"strings"
)

// Locale is how one locale writes. Patterns are for the forms of a date.
type Locale struct {
	tag      string
	patterns [3]string // with {d}, {dd}, {m}, {mm}, {month}, {y} and {yy}

	long, medium, short [12]string // what {month} is in that form

	longAlone, mediumAlone  [12]string // months of layouts, where that form has none
	weekdays, shortWeekdays [7]string  // from Sunday
	halves                  [2]string  // of a day, as in 3 PM

	decimal, group, minus string
	indian                bool // groups of two digits beyond the first three
	loose                 bool // four digits are no two groups

	money, negative string // with # for the number and ¤ for the symbol
	symbols         string // code=symbol, separated by spaces; others are their code
}

// Find is the locale of a tag such as zh-TW, or the nearest one.
func Find(tag string) *Locale {
	language, region, _ := strings.Cut(tag, "-")
	for _, each := range [...]string{tag, written(language, region), language, "en"} {
		if l := find(each); l != nil {
			return l
		}
	}
	return nil // not reached: the table has English
}

// written is the locale whose script is that of a region without a row of its
// own.
func written(language, region string) string {
	switch {
	case language == "zh" && region == "MO":
		return "zh-HK"
	case language == "es" && isLatinAmerican(region):
		return "es-MX"
	}
	return ""
}

func isLatinAmerican(region string) bool {
	return region != "" && strings.Contains("BO CL CO CR CU DO EC GT HN NI PA PE PR PY SV US UY VE", region)
}

func find(tag string) *Locale {
	at, ok := slices.BinarySearchFunc(table, tag, func(l Locale, tag string) int { return cmp.Compare(l.tag, tag) })
	if !ok {
		return nil
	}
	return &table[at]
}
