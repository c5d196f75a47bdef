//go:build !(386 || arm)

package engine

import (
	"unsafe"

	lib "modernc.org/libquickjs"
)

// jsValue is a value of the engine: a tag and a word.
type jsValue = lib.TJSValue

var (
	jsUndefined = jsValue{Ftag: lib.EJS_TAG_UNDEFINED}
	jsException = jsValue{Ftag: lib.EJS_TAG_EXCEPTION}
)

func tagOf(v jsValue) int32 { return int32(v.Ftag) } //nolint:gosec // tags are small

func boolean(b bool) jsValue {
	v := jsValue{Ftag: lib.EJS_TAG_BOOL}
	if b {
		*(*uint64)(unsafe.Pointer(&v)) = 1 //nolint:gosec // the word
	}
	return v
}

func number(n float64) jsValue {
	v := jsValue{Ftag: lib.EJS_TAG_FLOAT64}
	*(*float64)(unsafe.Pointer(&v)) = n //nolint:gosec // the word
	return v
}
