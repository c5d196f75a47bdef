package inspect

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// errCut says that a file ended where it promised more.
var errCut = errors.New("the file ends early")

const (
	window = 32 << 10 // what is held of a file at a time
	nearby = 64 << 10 // what is read over and not sought, as a seek can be a request
)

// source reads a file through a window of fixed size, forwards and by jumps. What
// its methods return is valid until the next call.
type source struct {
	ctx   context.Context
	r     io.ReadSeeker
	size  int64
	start int64 // where the window begins in the file
	pos   int   // what has been taken of the window
	held  []byte
	space [window]byte
}

// begin goes to the start of the file.
func (s *source) begin() error {
	if _, err := s.r.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("seek to the start: %w", err)
	}
	return nil
}

func (s *source) at() int64   { return s.start + int64(s.pos) }
func (s *source) left() int64 { return s.size - s.at() }

// peek shows the next n bytes, at most a window; errCut where the file ends before.
func (s *source) peek(n int) ([]byte, error) {
	if int64(n) > s.left() {
		return nil, errCut
	}
	for len(s.held)-s.pos < n {
		if err := s.fill(); err != nil {
			return nil, err
		}
	}
	return s.held[s.pos : s.pos+n], nil
}

// peekUpTo shows the next n bytes, or what is left of the file.
func (s *source) peekUpTo(n int) ([]byte, error) {
	return s.peek(int(min(int64(n), s.left())))
}

// take is peek, and goes on behind those bytes.
func (s *source) take(n int) ([]byte, error) {
	b, err := s.peek(n)
	if err == nil {
		s.pos += n
	}
	return b, err
}

// more shows what is held, or the next piece of the file where that is nothing.
// It is empty at the end of the file. Whoever uses it calls skip.
func (s *source) more() ([]byte, error) {
	if s.left() == 0 {
		return nil, nil
	}
	if _, err := s.peek(1); err != nil {
		return nil, err
	}
	return s.held[s.pos:], nil
}

func (s *source) skip(n int64) error {
	if n < 0 || n > s.left() {
		return errCut
	}
	return s.seek(s.at() + n)
}

// seek goes to a place of the file.
func (s *source) seek(to int64) error {
	if to < 0 || to > s.size {
		return errCut
	}
	if to >= s.start && to <= s.start+int64(len(s.held)) {
		s.pos = int(to - s.start)
		return nil
	}
	if to > s.at() && to-s.at() <= nearby {
		return s.readOver(to)
	}
	if _, err := s.r.Seek(to, io.SeekStart); err != nil {
		return fmt.Errorf("seek to byte %d: %w", to, err)
	}
	s.start, s.pos, s.held = to, 0, s.space[:0]
	return nil
}

func (s *source) readOver(to int64) error {
	for s.start+int64(len(s.held)) < to {
		s.pos = len(s.held)
		if err := s.fill(); err != nil {
			return err
		}
	}
	s.pos = int(to - s.start)
	return nil
}

// fill moves what is left of the window to its front and reads on.
func (s *source) fill() error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	kept := copy(s.space[:], s.held[s.pos:])
	s.start, s.pos = s.at(), 0
	room := min(int64(window-kept), s.size-s.start-int64(kept))
	n, err := io.ReadAtLeast(s.r, s.space[kept:kept+int(room)], 1)
	s.held = s.space[:kept+n]
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errCut
	}
	if err != nil {
		return fmt.Errorf("read at byte %d: %w", s.start, err)
	}
	return nil
}

func (s *source) byte() (byte, error) {
	b, err := s.take(1)
	if err != nil {
		return 0, err
	}
	return b[0], nil
}

// number takes a big-endian number of 1 to 8 bytes.
func (s *source) number(width int) (int64, error) {
	b, err := s.take(width)
	if err != nil {
		return 0, err
	}
	return bigEndian(b), nil
}

func bigEndian(b []byte) (n int64) {
	for _, c := range b {
		n = n<<8 | int64(c)
	}
	return n
}

// contains reports whether the next n bytes hold one of the words, and goes on
// behind them. The words are shorter than 64 bytes.
func (s *source) contains(n int64, words ...string) (found bool, err error) {
	for n > 0 {
		piece, err := s.peekUpTo(int(min(n, window)))
		if err != nil || len(piece) == 0 {
			return found, errors.Join(err, cutIf(len(piece) == 0))
		}
		for _, w := range words {
			found = found || bytes.Contains(piece, []byte(w))
		}
		step := int64(len(piece))
		if n > step && step > 64 {
			step -= 64 // a word may lie across the end of the piece
		}
		n -= step
		if err := s.skip(step); err != nil {
			return found, err
		}
	}
	return found, nil
}

func cutIf(cut bool) error {
	if cut {
		return errCut
	}
	return nil
}

// end holds that nothing follows but padding.
func (s *source) end() error {
	from := s.at()
	for {
		b, err := s.more()
		if err != nil || len(b) == 0 {
			return err
		}
		if rest := bytes.TrimLeft(b, "\x00\r\n\t "); len(rest) > 0 {
			return broken("%d bytes follow after its end", s.size-from)
		}
		if err := s.skip(int64(len(b))); err != nil {
			return err
		}
	}
}

var little = binary.LittleEndian
