package inspect

// webp is what is known of a picture while its chunks are read.
type webp struct {
	s             *source
	width, height int64 // of the canvas; 0 before it is known
	orientation   int
	frames        int64
}

// walkWebP reads a file of WebP: one picture, or a canvas with metadata and frames.
func walkWebP(s *source, _ string) (Finding, error) {
	p := &webp{s: s, orientation: 1}
	if err := s.chunks("WEBP", p.chunk); err != nil {
		return Finding{}, err
	}
	if p.frames == 0 {
		return Finding{}, broken("it holds no picture")
	}
	return shown(p.width, p.height, p.orientation), nil
}

// chunks calls each for the chunks of a RIFF file, which must fill it exactly.
func (s *source) chunks(form string, each func(name string, n int64) error) error {
	b, err := s.take(12)
	if err != nil {
		return err
	}
	length := int64(little.Uint32(b[4:])) + 8
	if string(b[:4]) != "RIFF" || string(b[8:12]) != form || length > s.size {
		return errCut
	}
	if err := s.riffChunks(length, each); err != nil {
		return err
	}
	return s.end()
}

// riffChunks calls each for the chunks up to an end, each with a byte of padding
// where its length is odd.
func (s *source) riffChunks(end int64, each func(name string, n int64) error) error {
	for s.at() < end {
		b, err := s.take(8)
		if err != nil {
			return err
		}
		name, n := string(b[:4]), int64(little.Uint32(b[4:]))
		next := s.at() + n
		if next > end {
			return errCut
		}
		if err := each(name, n); err != nil {
			return err
		}
		if err := s.seek(min(next+n%2, end)); err != nil {
			return err
		}
	}
	return nil
}

func (p *webp) chunk(name string, n int64) error {
	switch name {
	case "VP8X":
		return p.canvas(n)
	case "VP8 ", "VP8L":
		width, height, err := p.bitstream(name, n)
		if err != nil {
			return err
		}
		return p.still(width, height)
	case "ANMF":
		return p.frame(n)
	case "EXIF":
		return p.exif(n)
	case "XMP ":
		return p.s.noPlaceInXMP(n)
	}
	return nil
}

func (p *webp) canvas(n int64) error {
	b, err := p.s.take(10)
	if err != nil || n < 10 || p.width != 0 {
		return orBroken(err, "its header is cut, or there are two")
	}
	p.width, p.height = 1+little24(b[4:]), 1+little24(b[7:])
	return picture(p.width, p.height, 1)
}

// bitstream reads the sides in the header of compressed pixels.
func (p *webp) bitstream(name string, n int64) (width, height int64, err error) {
	if name == "VP8L" {
		return p.lossless(n)
	}
	b, err := p.s.take(10)
	if err != nil || n < 10 || string(b[3:6]) != "\x9d\x01\x2a" {
		return 0, 0, orBroken(err, "its pixels are not VP8")
	}
	return int64(little.Uint16(b[6:]) & 0x3fff), int64(little.Uint16(b[8:]) & 0x3fff), nil
}

func (p *webp) lossless(n int64) (width, height int64, err error) {
	b, err := p.s.take(5)
	if err != nil || n < 5 || b[0] != 0x2f {
		return 0, 0, orBroken(err, "its pixels are not VP8L")
	}
	bits := little.Uint32(b[1:])
	return int64(bits&0x3fff) + 1, int64(bits>>14&0x3fff) + 1, nil
}

// still is the one picture of a file, which must be as large as its canvas.
func (p *webp) still(width, height int64) error {
	if p.frames > 0 || p.width != 0 && (p.width != width || p.height != height) {
		return broken("its header and its pixels differ")
	}
	p.width, p.height, p.frames = width, height, 1
	return picture(width, height, 1)
}

// frame is one picture of an animation, in chunks of its own.
func (p *webp) frame(n int64) error {
	end := p.s.at() + n
	b, err := p.s.take(16)
	if err != nil || n < 16 || p.width == 0 {
		return orBroken(err, "a frame is cut, or comes before the header")
	}
	width, height := 1+little24(b[6:]), 1+little24(b[9:])
	if err := within(2*little24(b), 2*little24(b[3:]), width, height, p.width, p.height); err != nil {
		return err
	}
	p.frames++
	if err := picture(p.width, p.height, p.frames); err != nil {
		return err
	}
	return p.s.riffChunks(end, func(name string, n int64) error { return p.ofFrame(name, n, width, height) })
}

func (p *webp) ofFrame(name string, n int64, width, height int64) error {
	if name != "VP8 " && name != "VP8L" {
		return nil
	}
	w, h, err := p.bitstream(name, n)
	if err == nil && (w != width || h != height) {
		err = broken("the header of a frame and its pixels differ")
	}
	return err
}

// exif reads EXIF, which some programs write with the prefix that JPEG has.
func (p *webp) exif(n int64) error {
	head, err := p.s.peek(int(min(n, 6)))
	if err != nil {
		return err
	}
	if string(head) == "Exif\x00\x00" {
		if err := p.s.skip(6); err != nil {
			return err
		}
		n -= 6
	}
	p.orientation, err = p.s.orientation(n)
	return err
}

func little24(b []byte) int64 { return int64(b[0]) | int64(b[1])<<8 | int64(b[2])<<16 }
