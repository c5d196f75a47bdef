package inflight

import "slices"

const (
	maxBuffers = 8
	maxBuffer  = 512 << 10
)

// buffers are buffers of large answers that were sent, for the next ones: to make
// each anew doubles what a page of 200 KB costs.
var buffers = make(chan []byte, maxBuffers)

// GrowBuffer is the text of a buffer in one that has room for twice as much.
func GrowBuffer(text []byte) []byte {
	select {
	case b := <-buffers:
		if cap(b) >= 2*len(text) {
			return append(b[:0], text...)
		}
	default:
	}
	return slices.Grow(text, len(text))
}

// PutBuffer takes a buffer that nobody needs any more, unless it is small, very large
// or one too many.
func PutBuffer(buffer []byte) {
	if cap(buffer) < 2*Small || cap(buffer) > maxBuffer {
		return
	}
	select {
	case buffers <- buffer:
	default:
	}
}
