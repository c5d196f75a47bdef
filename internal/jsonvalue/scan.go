package jsonvalue

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// string reads a string whose opening quote is next. Without escapes it is a
// slice of the text.
func (d *decoder) string() (string, *Fault) {
	d.pos++
	start := d.pos
	for ; d.pos < len(d.text); d.pos++ {
		switch c := d.text[d.pos]; {
		case c == '"':
			d.pos++
			return d.text[start : d.pos-1], nil
		case c == '\\':
			return d.escaped(start)
		case c < ' ':
			return "", d.control(c)
		}
	}
	return "", d.fault("")
}

func (d *decoder) control(c byte) *Fault {
	if c == 0 {
		return d.fault(hasNUL)
	}
	return d.fault("A control character in a string must be written as an escape.")
}

// escaped goes on from the first escape of a string.
func (d *decoder) escaped(start int) (string, *Fault) {
	var b strings.Builder
	for d.pos < len(d.text) {
		switch c := d.text[d.pos]; {
		case c == '"':
			b.WriteString(d.text[start:d.pos])
			d.pos++
			return b.String(), nil
		case c == '\\':
			b.WriteString(d.text[start:d.pos])
			r, fault := d.escape()
			if fault != nil {
				return "", fault
			}
			b.WriteRune(r)
			start = d.pos
		case c < ' ':
			return "", d.control(c)
		default:
			d.pos++
		}
	}
	return "", d.fault("")
}

// escape reads one escape, a surrogate pair counting as one.
func (d *decoder) escape() (rune, *Fault) {
	if d.pos+1 >= len(d.text) {
		d.pos = len(d.text)
		return 0, d.fault("")
	}
	c := d.text[d.pos+1]
	if c == 'u' {
		return d.unicodeEscape()
	}
	i := strings.IndexByte(`"\/bfnrt`, c)
	if i < 0 {
		return 0, d.fault("This escape is not one that JSON knows.")
	}
	d.pos += 2
	return rune("\"\\/\b\f\n\r\t"[i]), nil
}

func (d *decoder) unicodeEscape() (rune, *Fault) {
	r, ok := hex4(d.text, d.pos)
	switch {
	case !ok:
		return 0, d.fault(`\u must be followed by four hexadecimal digits.`)
	case r == 0:
		return 0, d.fault(hasNUL)
	case !utf16.IsSurrogate(r):
		d.pos += 6
		return r, nil
	}
	low, _ := hex4(d.text, d.pos+6)
	pair := utf16.DecodeRune(r, low)
	if pair == utf8.RuneError {
		return 0, d.fault("A surrogate escape has no partner.")
	}
	d.pos += 12
	return pair, nil
}

// hex4 reads `\uXXXX` at pos.
func hex4(text string, pos int) (rune, bool) {
	if pos+6 > len(text) || text[pos] != '\\' || text[pos+1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range []byte(text[pos+2 : pos+6]) {
		digit := strings.IndexByte("0123456789abcdef", lower(c))
		if digit < 0 {
			return 0, false
		}
		r = r<<4 | rune(digit) //nolint:gosec // digit is below 16
	}
	return r, true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + ('a' - 'A')
	}
	return c
}

// number reads an int64, or a float64 when there is a fraction or an exponent.
func (d *decoder) number() (any, *Fault) {
	start := d.pos
	d.accept('-')
	if !d.accept('0') && !d.digits() {
		return nil, d.fault("A JSON value was expected here.")
	}
	whole := true
	if d.accept('.') {
		if whole = false; !d.digits() {
			return nil, d.fault("Digits were expected after the decimal point.")
		}
	}
	if d.accept('e') || d.accept('E') {
		whole = false
		_ = d.accept('+') || d.accept('-')
		if !d.digits() {
			return nil, d.fault("Digits were expected in the exponent.")
		}
	}
	return d.parseNumber(start, whole)
}

func (d *decoder) parseNumber(start int, whole bool) (any, *Fault) {
	text := d.text[start:d.pos]
	if whole {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			if n == 0 && text[0] == '-' {
				return n, d.inexact(start, negativeZero)
			}
			return n, nil
		} else if !d.wide {
			return nil, d.faultAt(start, outOfInt)
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, d.faultAt(start, outOfNum)
	}
	if whole && strconv.FormatFloat(f, 'f', -1, 64) != text {
		return nil, d.faultAt(start, outOfInt)
	}
	if !Exact(text, f) {
		return f, d.inexact(start, Inexact(text, f))
	}
	return f, nil
}

// inexact refuses a number at start that would not come back as it was sent.
// Stored ones were let in once; encoding/json writes those of Go programs, for
// which -0 is 0.
func (d *decoder) inexact(start int, reason string) *Fault {
	if d.stored || d.wide && reason == negativeZero {
		return nil
	}
	return d.faultAt(start, reason)
}

func (d *decoder) accept(c byte) bool {
	if d.pos < len(d.text) && d.text[d.pos] == c {
		d.pos++
		return true
	}
	return false
}

func (d *decoder) digits() bool {
	start := d.pos
	for d.pos < len(d.text) && '0' <= d.text[d.pos] && d.text[d.pos] <= '9' {
		d.pos++
	}
	return d.pos > start
}
