package inspect

import "bytes"

// Markers of JPEG.
const (
	jpegBaseline    = 0xc0
	jpegExtended    = 0xc1
	jpegProgressive = 0xc2
	jpegRestart     = 0xd0 // to 0xd7
	jpegStart       = 0xd8
	jpegEnd         = 0xd9
	jpegScan        = 0xda
	jpegApp1        = 0xe1
)

// jpeg is what is known of one picture while its segments are read.
type jpeg struct {
	s             *source
	width, height int64
	orientation   int
	scans         int64
}

// walkJPEG reads a file of JPEG. Cameras append more pictures (a preview, a gain
// map), so others may follow; each is held to the same rules, and the first is
// what is shown.
func walkJPEG(s *source, _ string) (Finding, error) {
	first := &jpeg{s: s, orientation: 1}
	if err := first.read(); err != nil {
		return Finding{}, err
	}
	for {
		if err := s.skipZeros(); err != nil {
			return Finding{}, err
		}
		head, err := s.peekUpTo(3)
		if err != nil {
			return Finding{}, err
		}
		if !bytes.Equal(head, []byte("\xff\xd8\xff")) {
			return shown(first.width, first.height, first.orientation), s.end()
		}
		if err := (&jpeg{s: s}).read(); err != nil {
			return Finding{}, err
		}
	}
}

// skipZeros goes to the next byte that is not 0.
func (s *source) skipZeros() error {
	for {
		b, err := s.more()
		if err != nil || len(b) == 0 {
			return err
		}
		rest := bytes.TrimLeft(b, "\x00")
		if err := s.skip(int64(len(b) - len(rest))); err != nil || len(rest) > 0 {
			return err
		}
	}
}

// read goes through one picture, from its start to its end.
func (j *jpeg) read() error {
	if err := j.s.skip(2); err != nil {
		return err
	}
	for {
		marker, err := j.marker()
		if err != nil {
			return err
		}
		if marker == jpegEnd {
			return j.whole()
		}
		if err := j.segment(marker); err != nil {
			return err
		}
	}
}

func (j *jpeg) whole() error {
	if j.scans == 0 {
		return broken("it holds no picture")
	}
	return nil
}

// marker takes the next marker, with the fill bytes before it.
func (j *jpeg) marker() (byte, error) {
	b, err := j.s.byte()
	if err != nil {
		return 0, err
	}
	if b != 0xff {
		return 0, broken("byte %d is not the start of a segment", j.s.at()-1)
	}
	for b == 0xff {
		if b, err = j.s.byte(); err != nil {
			return 0, err
		}
	}
	return b, nil
}

func (j *jpeg) segment(marker byte) error {
	if marker < jpegBaseline || marker >= jpegRestart && marker <= jpegStart {
		return broken("byte %d is a marker that cannot stand there", j.s.at()-1)
	}
	n, err := j.s.number(2)
	if err != nil {
		return err
	}
	if n < 2 {
		return broken("a segment has the length %d", n)
	}
	end := j.s.at() + n - 2
	if err := j.content(marker, n-2); err != nil {
		return err
	}
	if err := j.s.seek(end); err != nil || marker != jpegScan {
		return err
	}
	return j.scan()
}

func (j *jpeg) content(marker byte, n int64) error {
	switch {
	case marker == jpegApp1:
		return j.metadata(n)
	case isFrame(marker):
		return j.frame(marker, n)
	case marker == jpegScan && j.width == 0:
		return broken("its pixels come before its header")
	}
	return nil
}

// isFrame reports whether a marker begins the header of a picture of any process.
func isFrame(marker byte) bool {
	return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc
}

func (j *jpeg) frame(marker byte, n int64) error {
	if marker != jpegBaseline && marker != jpegExtended && marker != jpegProgressive {
		return broken("no browser shows this kind of JPEG")
	}
	if j.width != 0 {
		return broken("it has two headers")
	}
	if n < 6 {
		return errCut
	}
	b, err := j.s.take(6)
	if err != nil {
		return err
	}
	j.height, j.width = bigEndian(b[1:3]), bigEndian(b[3:5])
	if c := b[5]; c != 1 && c != 3 && c != 4 {
		return broken("it has %d color components", c)
	}
	return picture(j.width, j.height, 1)
}

// metadata reads EXIF and XMP, which share a marker.
func (j *jpeg) metadata(n int64) error {
	head, err := j.s.peek(int(min(n, 64)))
	if err != nil {
		return err
	}
	if bytes.HasPrefix(head, []byte("Exif\x00")) && n >= 6 {
		if err := j.s.skip(6); err != nil {
			return err
		}
		orientation, err := j.s.orientation(n - 6)
		if j.orientation <= 1 {
			j.orientation = orientation
		}
		return err
	}
	if bytes.HasPrefix(head, []byte("http://ns.adobe.com/x")) {
		return j.s.noPlaceInXMP(n)
	}
	return nil
}

// scan goes over compressed pixels to the next marker.
func (j *jpeg) scan() error {
	j.scans++
	if err := picture(j.width, j.height, j.scans); err != nil {
		return err
	}
	for {
		b, err := j.s.more()
		if err != nil {
			return err
		}
		at := bytes.IndexByte(b, 0xff)
		if at < 0 {
			at = len(b)
		}
		if err := j.s.skip(int64(at)); err != nil {
			return err
		}
		if at < len(b) || len(b) == 0 {
			marked, err := j.marked()
			if err != nil || marked {
				return err
			}
		}
	}
}

// marked reports whether a marker follows, and skips what only looks like one.
func (j *jpeg) marked() (bool, error) {
	b, err := j.s.peek(2)
	if err != nil {
		return false, err
	}
	switch next := b[1]; {
	case next == 0 || next >= jpegRestart && next < jpegStart:
		return false, j.s.skip(2)
	case next == 0xff:
		return false, j.s.skip(1)
	}
	return true, nil
}
