package site

import (
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// CanonicalLocale is a locale in the form ll or ll-RR, or false. It takes a
// language of two or three letters and perhaps a region of two, in any case,
// separated by - or _ or run together (contract, Limits: Locales). Four letters
// that are the code of a script (Hant, Latn) are a script, not a language and
// a region that were run together.
func CanonicalLocale(raw string) (string, bool) {
	tag, region, separated := cutLocale(raw)
	if !separated && len(tag) > 3 {
		if len(tag) > 5 || isScript(tag) {
			return "", false
		}
		tag, region, separated = tag[:len(tag)-2], tag[len(tag)-2:], true
	}
	if len(tag) < 2 || len(tag) > 3 || !isLetters(tag) {
		return "", false
	}
	if !separated {
		return strings.ToLower(tag), true
	}
	if len(region) != 2 || !isLetters(region) {
		return "", false
	}
	return strings.ToLower(tag) + "-" + strings.ToUpper(region), true
}

// CanonicalLocales canonicalizes a list, keeps the order and drops what comes
// twice. invalid lists the entries that do not canonicalize, as they were
// written.
func CanonicalLocales(raw []string) (locales, invalid []string) {
	for _, each := range raw {
		locale, ok := CanonicalLocale(each)
		switch {
		case !ok:
			invalid = append(invalid, each)
		case !slices.Contains(locales, locale):
			locales = append(locales, locale)
		}
	}
	return locales, invalid
}

func cutLocale(raw string) (tag, region string, separated bool) {
	at := strings.IndexAny(raw, "-_")
	if at < 0 {
		return raw, "", false
	}
	return raw[:at], raw[at+1:], true
}

func isLetters(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

func isScript(s string) bool {
	if len(s) != 4 || !isLetters(s) {
		return false
	}
	_, err := language.ParseScript(s)
	return err == nil
}
