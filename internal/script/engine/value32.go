//go:build 386 || arm

package engine

import (
	"math"

	lib "modernc.org/libquickjs"
)

// jsValue is a value of the engine: a number, or a tag in the bits that no
// number has.
type jsValue = lib.TJSValue

var (
	jsUndefined = tagged(lib.EJS_TAG_UNDEFINED, 0)
	jsException = tagged(lib.EJS_TAG_EXCEPTION, 0)
)

// numberOffset is what the engine takes from the bits of a number, so that the
// tags lie outside of them.
const numberOffset = uint64(0x7ff80000-lib.EJS_TAG_FIRST+1) << 32

func tagged(tag int32, word uint32) jsValue {
	return uint64(uint32(tag))<<32 | uint64(word) //nolint:gosec // the bits are meant
}

func tagOf(v jsValue) int32 {
	tag := int32(v >> 32)                                                       //nolint:gosec // the bits are meant
	if uint32(tag-lib.EJS_TAG_FIRST) >= lib.EJS_TAG_FLOAT64-lib.EJS_TAG_FIRST { //nolint:gosec // as the engine compares
		return lib.EJS_TAG_FLOAT64
	}
	return tag
}

func boolean(b bool) jsValue {
	if b {
		return tagged(lib.EJS_TAG_BOOL, 1)
	}
	return tagged(lib.EJS_TAG_BOOL, 0)
}

func number(n float64) jsValue { return math.Float64bits(n) - numberOffset }
