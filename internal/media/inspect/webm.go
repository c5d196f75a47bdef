package inspect

import (
	"bytes"
	"math/bits"
)

// Elements of WebM.
const (
	ebmlHeader  = 0x1a45dfa3
	ebmlDocType = 0x4282
	ebmlSegment = 0x18538067
	ebmlTracks  = 0x1654ae6b
)

// element is a piece of an EBML file. A recorder that cannot go back leaves the
// size unknown: such an element ends with the file.
type element struct {
	id    int64
	end   int64
	known bool
}

// walkWebM reads the outer elements of a file of WebM.
func walkWebM(s *source, _ string) (Finding, error) {
	header, err := s.element()
	if err != nil {
		return Finding{}, err
	}
	if err := s.docType(header); err != nil {
		return Finding{}, err
	}
	segment, err := s.element()
	if err != nil {
		return Finding{}, err
	}
	if segment.id != ebmlSegment {
		return Finding{}, broken("it holds no video")
	}
	if err := s.tracks(segment.end); err != nil {
		return Finding{}, err
	}
	if err := s.seek(segment.end); err != nil {
		return Finding{}, err
	}
	return Finding{}, s.end()
}

// docType holds that the header says WebM.
func (s *source) docType(header element) error {
	for s.at() < header.end {
		e, err := s.element()
		if err != nil {
			return err
		}
		if e.id == ebmlDocType {
			name, err := s.peek(int(min(e.end-s.at(), 16)))
			if err != nil || string(bytes.TrimRight(name, "\x00")) != "webm" {
				return orBroken(err, "its format is not webm")
			}
			return s.seek(header.end)
		}
		if err := s.seek(e.end); err != nil {
			return err
		}
	}
	return broken("it does not name its format")
}

// tracks goes over the elements of a segment as far as their sizes are known, and
// holds that there are tracks.
func (s *source) tracks(end int64) error {
	found := false
	for s.at() < end {
		e, err := s.element()
		if err != nil {
			return err
		}
		found = found || e.id == ebmlTracks
		if !e.known {
			break
		}
		if err := s.seek(e.end); err != nil {
			return err
		}
	}
	if !found {
		return broken("it has no description of its tracks")
	}
	return nil
}

// element takes the head of the next element.
func (s *source) element() (element, error) {
	id, _, err := s.variable(4)
	if err != nil {
		return element{}, err
	}
	size, width, err := s.variable(8)
	if err != nil {
		return element{}, err
	}
	mask := int64(1)<<(7*width) - 1
	if size &= mask; size == mask {
		return element{id, s.size, false}, nil
	}
	if size > s.left() {
		return element{}, errCut
	}
	return element{id, s.at() + size, true}, nil
}

// variable takes a number whose first bit set says how many bytes it has.
func (s *source) variable(most int) (n int64, width int, err error) {
	first, err := s.peek(1)
	if err != nil {
		return 0, 0, err
	}
	width = bits.LeadingZeros8(first[0]) + 1
	if width > most {
		return 0, 0, broken("byte %d is not the start of an element", s.at())
	}
	n, err = s.number(width)
	return n, width, err
}
