package engine

import (
	"fmt"
	"strings"

	"modernc.org/libc"
	lib "modernc.org/libquickjs"
)

// value makes a value of the engine: of nil, a bool, a float64, a string or bytes.
// The error is that the realm has no memory for it.
func (q *quickjs) value(v any) (jsValue, error) {
	switch v := v.(type) {
	case bool:
		return boolean(v), nil
	case float64:
		return number(v), nil
	case string:
		return q.text(v)
	case []byte:
		return q.bytes(v)
	}
	return jsUndefined, nil
}

func (q *quickjs) text(s string) (jsValue, error) {
	s = strings.ToValidUTF8(s, "\uFFFD")
	p, err := libc.CString(s)
	if err != nil {
		return jsUndefined, errNoMemory
	}
	defer libc.Xfree(q.tls, p)
	return q.checked(lib.XJS_NewStringLen(q.tls, q.ctx, p, lib.Tsize_t(len(s))))
}

// bytes makes a Uint8Array.
func (q *quickjs) bytes(b []byte) (jsValue, error) {
	p, err := libc.CString(string(b))
	if err != nil {
		return jsUndefined, errNoMemory
	}
	defer libc.Xfree(q.tls, p)
	buffer, err := q.checked(lib.XJS_NewArrayBufferCopy(q.tls, q.ctx, p, lib.Tsize_t(len(b))))
	if err != nil {
		return jsUndefined, err
	}
	defer q.free(buffer)
	argv, done := q.arguments(buffer, jsUndefined, jsUndefined) // from 0 to its end
	defer done()
	return q.checked(lib.XJS_NewTypedArray(q.tls, q.ctx, 1, argv, lib.EJS_TYPED_ARRAY_UINT8))
}

// goValue is a value for Go, as value takes it. Any other is an error.
func (q *quickjs) goValue(v jsValue) (any, error) {
	switch tag := tagOf(v); tag {
	case lib.EJS_TAG_UNDEFINED, lib.EJS_TAG_NULL:
		return nil, nil //nolint:nilnil // undefined is nil
	case lib.EJS_TAG_BOOL:
		return lib.XJS_ToBool(q.tls, q.ctx, v) != 0, nil
	case lib.EJS_TAG_INT, lib.EJS_TAG_FLOAT64:
		return q.float(v), nil
	case lib.EJS_TAG_STRING, lib.EJS_TAG_STRING_ROPE:
		text, is := q.string(v)
		if !is {
			return nil, q.exception()
		}
		return text, nil
	case lib.EJS_TAG_OBJECT:
		return q.byteSlice(v)
	default:
		return nil, fmt.Errorf("host: a value with tag %d cannot be passed", tag)
	}
}

func (q *quickjs) float(v jsValue) float64 {
	result := q.tls.Alloc(8)
	defer q.tls.Free(8)
	lib.XJS_ToFloat64(q.tls, q.ctx, result, v)
	return *at[float64](result)
}

// string is the text of any value, as String() of JavaScript gives it; false where
// that throws.
func (q *quickjs) string(v jsValue) (string, bool) {
	size := q.tls.Alloc(8)
	defer q.tls.Free(8)
	p := lib.XJS_ToCStringLen2(q.tls, q.ctx, size, v, 0)
	if p == 0 {
		return "", false
	}
	defer lib.XJS_FreeCString(q.tls, q.ctx, p)
	return strings.ToValidUTF8(stringAt(p, *at[lib.Tsize_t](size)), "\uFFFD"), true // half of a surrogate pair is no character
}

// byteSlice is a copy of what a Uint8Array holds.
func (q *quickjs) byteSlice(v jsValue) ([]byte, error) {
	places := q.tls.Alloc(24)
	defer q.tls.Free(24)
	buffer := lib.XJS_GetTypedArrayBuffer(q.tls, q.ctx, v, places, places+8, 0)
	if tagOf(buffer) == lib.EJS_TAG_EXCEPTION {
		return nil, q.exception()
	}
	defer q.free(buffer)
	p := lib.XJS_GetArrayBuffer(q.tls, q.ctx, places+16, buffer)
	if p == 0 {
		return nil, q.exception() // it is detached
	}
	offset, length, whole := *at[lib.Tsize_t](places), *at[lib.Tsize_t](places + 8), *at[lib.Tsize_t](places + 16)
	offset = min(offset, whole) // a buffer that shrank may be shorter than what looks into it
	return []byte(stringAt(p+uintptr(offset), min(length, whole-offset))), nil
}

// Exception is what a script threw past its end, or what the engine did.
type Exception struct {
	Message string // what was thrown, as a text
	Stack   string // a line a frame; "" where it is no error
}

func (e *Exception) Error() string { return e.Message }

// exception takes what was thrown.
func (q *quickjs) exception() error {
	v := lib.XJS_GetException(q.tls, q.ctx)
	lib.XJS_SetUncatchableException(q.tls, q.ctx, 0)
	defer q.free(v)
	return q.described(v)
}

// described is a thrown value. What its toString or a getter throws is dropped.
func (q *quickjs) described(v jsValue) *Exception {
	e := &Exception{Message: "an exception without a text"}
	if text, is := q.string(v); is {
		e.Message = text
	} else {
		q.free(lib.XJS_GetException(q.tls, q.ctx))
	}
	if tagOf(v) == lib.EJS_TAG_OBJECT {
		e.Stack = q.stackOf(v)
	}
	return e
}

func (q *quickjs) stackOf(v jsValue) string {
	name, err := libc.CString("stack")
	if err != nil {
		return ""
	}
	defer libc.Xfree(q.tls, name)
	stack := lib.XJS_GetPropertyStr(q.tls, q.ctx, v, name)
	defer q.free(stack)
	switch tagOf(stack) {
	case lib.EJS_TAG_EXCEPTION:
		q.free(lib.XJS_GetException(q.tls, q.ctx))
	case lib.EJS_TAG_STRING, lib.EJS_TAG_STRING_ROPE:
		text, _ := q.string(stack)
		return text
	}
	return ""
}

// parse reads JSON.
func (q *quickjs) parse(text string) (jsValue, error) {
	p, err := libc.CString(text)
	if err != nil {
		return jsUndefined, errNoMemory
	}
	defer libc.Xfree(q.tls, p)
	return q.checked(lib.XJS_ParseJSON(q.tls, q.ctx, p, lib.Tsize_t(len(text)), formatString))
}

// json writes a value as JSON; false where it has none.
func (q *quickjs) json(v jsValue) (string, bool) {
	text := lib.XJS_JSONStringify(q.tls, q.ctx, v, jsUndefined, jsUndefined)
	defer q.free(text)
	if tagOf(text) == lib.EJS_TAG_EXCEPTION {
		q.free(lib.XJS_GetException(q.tls, q.ctx))
		return "", false
	}
	return q.string(text)
}
