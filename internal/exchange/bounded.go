package exchange

import (
	"bytes"
	"errors"
	"io"
	"slices"
)

// MaxRecord is how long a record of another program's file may be, in bytes.
const MaxRecord = 8 << 20

// ErrTooLong is what a Bounded gives behind its bound.
var ErrTooLong = errors.New("a record is longer than 8 MiB")

// Bounded reads a file in which no record is longer than MaxRecord, and knows the
// lines of its places.
type Bounded struct {
	from     io.Reader
	left     int64
	offset   int64
	line     int
	start    int64   // of the line
	newlines []int64 // behind start
	counts   bool    // lines
}

// NewBounded bounds what a reader gives.
func NewBounded(from io.Reader) *Bounded { return &Bounded{from: from, left: MaxRecord, line: 1} }

// NewBoundedLines is NewBounded for a reader whose At is called for each record.
func NewBoundedLines(from io.Reader) *Bounded {
	b := NewBounded(from)
	b.counts = true
	return b
}

// Next begins the next record.
func (b *Bounded) Next() { b.left = MaxRecord }

// Read implements io.Reader.
func (b *Bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, ErrTooLong
	}
	n, err := b.from.Read(p[:min(int64(len(p)), b.left)])
	for rest, at := p[:n], b.offset; b.counts; {
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			break
		}
		b.newlines = append(b.newlines, at+int64(i)+1)
		rest, at = rest[i+1:], at+int64(i)+1
	}
	b.left -= int64(n)
	b.offset += int64(n)
	return n, err
}

// At is the line and column, in bytes, of an offset that is not before the last one that
// was asked for.
func (b *Bounded) At(offset int64) (line, column int) {
	passed, _ := slices.BinarySearch(b.newlines, offset+1)
	if passed > 0 {
		b.line += passed
		b.start = b.newlines[passed-1]
		b.newlines = slices.Delete(b.newlines, 0, passed)
	}
	return b.line, max(int(offset-b.start), 0) + 1
}
