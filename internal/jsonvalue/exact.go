package jsonvalue

import "strconv"

// Exact reports whether the decimal number text comes back as it was sent when
// it is kept as f, its nearest float64: with the same digits and the same
// exponent, however both are written (1.50 and 15e-1 do). What does not is
// negative zero, what is so small that f is 0, and what has digits that f
// does not keep (decision 108).
func Exact(text string, f float64) bool {
	if f == 0 && text[0] == '-' {
		return false
	}
	if exponentless(text) && len(text) <= alwaysKept {
		return true
	}
	sent, ok := decimalOf(text)
	var space [32]byte
	kept, _ := decimalOf(string(strconv.AppendFloat(space[:0], f, 'e', -1, 64)))
	return ok && sent == kept
}

// Inexact is the sentence that says why text is not Exact.
func Inexact(text string, f float64) string {
	if f != 0 {
		return tooFine
	}
	if sent, ok := decimalOf(text); ok && sent == (decimal{}) {
		return negativeZero
	}
	return tooSmall
}

// alwaysKept is how long a number without an exponent may be so that a float64
// keeps it for certain: such a float64 has 15 digits of its own.
const alwaysKept = 15

func exponentless(text string) bool {
	for i := range len(text) {
		if text[i]|0x20 == 'e' {
			return false
		}
	}
	return true
}

// decimal is a number as its significant digits, of which the shortest text of a
// float64 has 17 at most, and a power of ten. Zero is the zero value.
type decimal struct {
	digits   [17]byte
	count    int
	exponent int
}

// decimalOf reads a well-formed decimal number, the sign left out; ok is false
// when it has more digits, or a greater exponent, than a float64 can have.
func decimalOf(text string) (d decimal, ok bool) {
	fraction := false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '.':
			fraction = true
		case c|0x20 == 'e':
			power, err := strconv.Atoi(text[i+1:])
			d.exponent += power
			return d.trimmed(), err == nil || d.count == 0
		case '0' <= c && c <= '9':
			if !d.add(c, fraction) {
				return decimal{}, false
			}
		}
	}
	return d.trimmed(), true
}

// add appends a digit; leading zeros count for nothing.
func (d *decimal) add(c byte, fraction bool) bool {
	if fraction {
		d.exponent--
	}
	switch {
	case d.count == 0 && c == '0':
	case d.count < len(d.digits):
		d.digits[d.count] = c
		d.count++
	case c == '0':
		d.exponent++
	default:
		return false
	}
	return true
}

func (d decimal) trimmed() decimal {
	for d.count > 0 && d.digits[d.count-1] == '0' {
		d.count--
		d.digits[d.count] = 0
		d.exponent++
	}
	if d.count == 0 {
		return decimal{}
	}
	return d
}
