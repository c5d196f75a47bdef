package sqlgen

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
)

// A key of a scalar is a text that sorts as the scalar does, by bytes: numbers
// before texts, false and true as 0 and 1. PostgreSQL keeps a column of several
// types as such texts; its function _quartet_scalar makes them of JSON.
//
//	n<16 hex digits of the float64, ordered><20 digits of the number + 2^63>
//	t<text>
//
// The 20 digits are there for whole numbers from -2^63 to 2^63, which keeps those
// beyond 2^53 apart; 1 and 1.0 have one key.
const (
	numberKey = 'n'
	textKey   = 't'

	floatDigits = 16
	wholeDigits = 20
	signBit     = 1 << 63
	twoTo63     = 1 << 63 // as a float64, which has it exactly
)

// pastWhole is the whole part of 2^63, which an int64 has not.
const pastWhole = "18446744073709551616"

// ScalarKey is the key of a bool, an int64, a float64 that is finite or a string.
func ScalarKey(value any) string {
	switch v := value.(type) {
	case string:
		return string(textKey) + v
	case int64:
		return floatKey(float64(v)) + wholeKey(v)
	case float64:
		return ofFloat(v)
	case bool:
		if v {
			return ScalarKey(int64(1))
		}
		return ScalarKey(int64(0))
	}
	panic(fmt.Sprintf("sqlgen: a %T has no key", value))
}

func ofFloat(v float64) string {
	switch {
	case v == twoTo63:
		return floatKey(v) + pastWhole
	case v == math.Trunc(v) && v >= -twoTo63 && v < twoTo63:
		return floatKey(v) + wholeKey(int64(v))
	}
	return floatKey(v)
}

// floatKey sorts as numbers do: positive ones get the sign bit, negative ones
// have each bit turned over.
func floatKey(v float64) string {
	bits := math.Float64bits(v + 0) // makes 0 of -0
	if bits&signBit == 0 {
		bits |= signBit
	} else {
		bits = ^bits
	}
	return string(numberKey) + hex.EncodeToString(binary.BigEndian.AppendUint64(nil, bits))
}

func wholeKey(v int64) string { return fmt.Sprintf("%0*d", wholeDigits, uint64(v)^signBit) } //nolint:gosec // the bits as they are

// ScalarOf is the int64, float64 or string of a key. A whole number that fits is
// an int64; what is no key is a string, as it is.
func ScalarOf(key string) any {
	if key == "" {
		return key
	}
	if key[0] == textKey {
		return key[1:]
	}
	if number, ok := numberOf(key[1:]); ok && key[0] == numberKey {
		return number
	}
	return key
}

func numberOf(digits string) (number any, ok bool) {
	if len(digits) != floatDigits && len(digits) != floatDigits+wholeDigits {
		return nil, false
	}
	if whole, err := strconv.ParseUint(digits[floatDigits:], 10, 64); err == nil {
		return int64(whole ^ signBit), true //nolint:gosec // the way back of wholeKey
	}
	bits, err := strconv.ParseUint(digits[:floatDigits], 16, 64)
	if bits&signBit != 0 {
		bits ^= signBit
	} else {
		bits = ^bits
	}
	return math.Float64frombits(bits), err == nil
}
