package cldr

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Currencies whose smallest unit is no hundredth (ISO 4217).
const (
	noDecimals    = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
	threeDecimals = "BHD IQD JOD KWD LYD OMR TND"
	fourDecimals  = "CLF UYW"
)

// hundredths is how many decimals most currencies have.
const hundredths = 2

func decimalsOf(currency string) int {
	switch {
	case strings.Contains(noDecimals, currency):
		return 0
	case strings.Contains(threeDecimals, currency):
		return 3
	case strings.Contains(fourDecimals, currency):
		return 4
	}
	return hundredths
}

// Money writes an amount that is given in the smallest unit of a currency, whose
// code has three letters.
func (l *Locale) Money(units int64, currency string) string {
	digits, pattern := strconv.FormatInt(units, 10), l.money
	if amount, negative := strings.CutPrefix(digits, "-"); negative {
		digits, pattern = amount, strings.Replace(l.negative, "-", l.minus, 1)
	}
	if n := decimalsOf(currency); n > 0 {
		if len(digits) <= n {
			digits = strings.Repeat("0", n+1-len(digits)) + digits
		}
		digits = digits[:len(digits)-n] + "." + digits[len(digits)-n:]
	}
	return strings.NewReplacer("#", l.unsigned(digits), "¤", l.apart(l.symbol(currency), pattern)).Replace(pattern)
}

func (l *Locale) symbol(currency string) string {
	for each := range strings.FieldsSeq(l.symbols) {
		if symbol, ok := strings.CutPrefix(each, currency+"="); ok {
			return symbol
		}
	}
	return currency
}

const noBreakSpace = "\u00a0"

// apart adds a space to a symbol that ends in a letter where digits come next.
func (l *Locale) apart(symbol, pattern string) string {
	last, _ := utf8.DecodeLastRuneInString(symbol)
	first, _ := utf8.DecodeRuneInString(symbol)
	switch {
	case strings.Contains(pattern, "¤#") && unicode.IsLetter(last):
		return symbol + noBreakSpace
	case strings.Contains(pattern, "#¤") && unicode.IsLetter(first):
		return noBreakSpace + symbol
	}
	return symbol
}
