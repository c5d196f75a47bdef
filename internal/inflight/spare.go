package inflight

import "slices"

const (
	mostSpare    = 8
	largestSpare = 512 << 10
)

// spare are buffers of large answers that were sent, for the next ones: to make
// each anew doubles what a page of 200 KB costs.
var spare = make(chan []byte, mostSpare)

// Larger is the text of a buffer in one that has room for twice as much.
func Larger(text []byte) []byte {
	select {
	case b := <-spare:
		if cap(b) >= 2*len(text) {
			return append(b[:0], text...)
		}
	default:
	}
	return slices.Grow(text, len(text))
}

// Reuse takes a buffer that nobody needs any more, unless it is small, very large
// or one too many.
func Reuse(buffer []byte) {
	if cap(buffer) < 2*Small || cap(buffer) > largestSpare {
		return
	}
	select {
	case spare <- buffer:
	default:
	}
}
