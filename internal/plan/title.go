package plan

import (
	"strings"
	"unicode"
)

// TitleOf is a declared title in English, or else the name in title case, as the
// contract has it for a View or a Procedure without a title.
func TitleOf(declared Text, name string) string {
	if title := declared.In("en"); title != "" {
		return title
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	for i, word := range words {
		first, rest := []rune(word)[0], []rune(word)[1:]
		words[i] = string(unicode.ToUpper(first)) + string(rest)
	}
	return strings.Join(words, " ")
}
