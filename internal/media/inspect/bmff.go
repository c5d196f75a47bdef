package inspect

import "slices"

// box is a piece of an ISO base media file: a name and content between two places.
type box struct {
	name       string
	start, end int64
}

func (b box) size() int64 { return b.end - b.start }

// boxes calls each for the boxes from here to an end. Up to seven bytes may be left
// over, as QuickTime ends some lists with zeros.
func (s *source) boxes(end int64, each func(box) error) error {
	for end-s.at() >= 8 {
		b, err := s.box(end)
		if err != nil {
			return err
		}
		if err := each(b); err != nil {
			return err
		}
		if err := s.seek(b.end); err != nil {
			return err
		}
	}
	return nil
}

// box takes the head of the next box.
func (s *source) box(end int64) (box, error) {
	from := s.at()
	head, err := s.take(8)
	if err != nil {
		return box{}, err
	}
	size, name := bigEndian(head[:4]), string(head[4:])
	switch size {
	case 0: // to the end of the file
		size = s.size - from
	case 1:
		if size, err = s.number(8); err != nil {
			return box{}, err
		}
	}
	if size > end-from {
		return box{}, errCut
	}
	if size < s.at()-from {
		return box{}, broken("the box at byte %d has the size %d", from, size)
	}
	return box{name, s.at(), from + size}, nil
}

// movieBrands are the brands of MP4 files that say nothing of sound or pictures.
var movieBrands = []string{"isom", "iso2", "iso3", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "dash", "msdh", "mmp4"}

// brand tells a file by its major brand, or by another one where the major is that
// of any picture.
func brand(brands ...string) func([]byte) bool {
	return func(head []byte) bool {
		if len(head) < 16 || string(head[4:8]) != "ftyp" {
			return false
		}
		major := string(head[8:12])
		if major != "mif1" {
			return slices.Contains(brands, major)
		}
		for at := 16; at+4 <= int(min(bigEndian(head[:4]), int64(len(head)))); at += 4 {
			if slices.Contains(brands, string(head[at:at+4])) {
				return true
			}
		}
		return false
	}
}
