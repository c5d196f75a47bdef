package sqlgen

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A gram is a few characters of a text, in one case: three of an alphabet, two
// when one of them is of a script that writes a word with one or two. At the
// end of a text it has what is left. A text that holds a term holds every gram
// of the term that the term's end does not cut off.
const (
	firstDense   = '\u2E80' // the scripts of China, Japan and Korea begin here
	longestGram  = 3
	hiddenGrams  = '\uE000' // where ASCII other than letters and digits is moved to, for the tokenizer
	mostGrams    = 1 << 20  // bytes of the grams of one entry
	mostSought   = 24       // grams of a term that are looked for
	everyGram    = string(hiddenGrams)
	gramsBetween = ' '
	gramsVersion = "1;" // to be raised with what Grams makes of a text
)

// Grams is what the search table holds of texts: their grams, each with a
// blank behind it. Of texts that have more than 1 MiB of them it is one that
// every search finds.
func Grams(texts ...[]byte) string {
	var grams []byte
	for _, text := range texts {
		window := make([]rune, 0, longestGram)
		for _, r := range string(text) {
			for window = append(window, folded(r)); whole(window); window = shift(window) {
				grams = appendGram(grams, window)
			}
			if len(grams) > mostGrams {
				return everyGram
			}
		}
		for ; len(window) > 0; window = shift(window) {
			grams = appendGram(grams, window)
		}
	}
	return string(grams)
}

// SoughtGrams is the expression that finds the texts that may hold all of some terms: it
// has all that do, and others. A term that is too short for a gram is looked
// for as the beginning of one.
func SoughtGrams(terms ...string) string {
	var sought []string
	for _, term := range terms {
		sought = append(sought, gramsOf(term)...)
	}
	slices.Sort(sought)
	sought = slices.Compact(sought)
	return "(" + strings.Join(sought[:min(len(sought), mostSought)], " AND ") + `) OR "` + everyGram + `"`
}

func gramsOf(term string) (sought []string) {
	window := make([]rune, 0, longestGram)
	for _, r := range term {
		for window = append(window, folded(r)); whole(window); window = shift(window) {
			sought = append(sought, quoted(window))
		}
	}
	if len(sought) == 0 {
		return []string{quoted(window) + " *"}
	}
	return sought
}

// whole reports whether a window is a gram also where the text goes on.
func whole(window []rune) bool {
	return len(window) == longestGram || len(window) == 2 && (window[0] >= firstDense || window[1] >= firstDense)
}

// shift takes the first character out, and leaves room for the next one.
func shift(window []rune) []rune { return append(window[:0], window[1:]...) }

func quoted(window []rune) string {
	return `"` + strings.TrimSuffix(string(appendGram(nil, window)), string(gramsBetween)) + `"`
}

func appendGram(grams []byte, window []rune) []byte {
	for _, r := range window {
		if r < utf8.RuneSelf && !isWord(r) {
			r += hiddenGrams
		}
		grams = utf8.AppendRune(grams, r)
	}
	return append(grams, gramsBetween)
}

func isWord(r rune) bool { return '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' }

// folded is the least of what differs from r by case alone, so that what a
// search takes for the same is the same.
func folded(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case r < utf8.RuneSelf:
		return r
	}
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	return least
}
