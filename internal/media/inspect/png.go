package inspect

import "bytes"

const pngSignature = "\x89PNG\r\n\x1a\n"

// png is what is known of a picture while its chunks are read.
type png struct {
	s             *source
	width, height int64
	orientation   int
	frames        int64
	pixels, ended bool
}

// walkPNG reads a file of PNG or APNG. No chunk is decompressed, so none can be a bomb.
func walkPNG(s *source, _ string) (Finding, error) {
	if err := s.skip(int64(len(pngSignature))); err != nil {
		return Finding{}, err
	}
	p := &png{s: s, orientation: 1}
	for !p.ended {
		if err := p.chunk(); err != nil {
			return Finding{}, err
		}
	}
	if !p.pixels {
		return Finding{}, broken("it holds no picture")
	}
	return shown(p.width, p.height, p.orientation), s.end()
}

// chunk reads one chunk: its length, its name, its content and its checksum.
func (p *png) chunk() error {
	b, err := p.s.take(8)
	if err != nil {
		return err
	}
	n, name := bigEndian(b[:4]), string(b[4:])
	if (name == "IHDR") != (p.width == 0) {
		return broken("it has no header, or two")
	}
	end := p.s.at() + n
	if end+4 > p.s.size {
		return errCut
	}
	if err := p.content(name, n); err != nil {
		return err
	}
	return p.s.seek(end + 4)
}

func (p *png) content(name string, n int64) error {
	switch name {
	case "IHDR":
		return p.header(n)
	case "IDAT":
		p.pixels = true
	case "IEND":
		p.ended = true
	case "fcTL":
		return p.frame(n)
	case "eXIf":
		return p.exif(n)
	case "iTXt":
		return p.text(n)
	case "tEXt", "zTXt":
		return p.noHiddenEXIF(n)
	}
	return nil
}

// exif reads EXIF. Behind the pixels it comes too late to turn them, and is looked
// at for a place alone.
func (p *png) exif(n int64) error {
	orientation, err := p.s.orientation(n)
	if !p.pixels {
		p.orientation = orientation
	}
	return err
}

func (p *png) header(n int64) error {
	if n != 13 {
		return broken("its header has %d bytes", n)
	}
	b, err := p.s.take(13)
	if err != nil {
		return err
	}
	p.width, p.height = bigEndian(b[:4]), bigEndian(b[4:8])
	return picture(p.width, p.height, 1)
}

// frame checks one frame of an animation.
func (p *png) frame(n int64) error {
	if n != 26 {
		return broken("the header of a frame has %d bytes", n)
	}
	b, err := p.s.take(20)
	if err != nil {
		return err
	}
	width, height, x, y := bigEndian(b[4:8]), bigEndian(b[8:12]), bigEndian(b[12:16]), bigEndian(b[16:20])
	if err := within(x, y, width, height, p.width, p.height); err != nil {
		return err
	}
	p.frames++
	return picture(p.width, p.height, p.frames)
}

// text refuses a place in XMP.
func (p *png) text(n int64) error {
	const keyword = "XML:com.adobe.xmp\x00"
	head, err := p.s.peek(int(min(n, 80)))
	if err != nil || !bytes.HasPrefix(head, []byte(keyword)) {
		return err
	}
	if len(head) <= len(keyword) || head[len(keyword)] != 0 {
		return unreadable() // compressed, which XMP forbids
	}
	return p.s.noPlaceInXMP(n)
}

// noHiddenEXIF refuses EXIF and XMP that an old program wrote as hexadecimal text:
// they would have to be decompressed to be read.
func (p *png) noHiddenEXIF(n int64) error {
	head, err := p.s.peek(int(min(n, 80)))
	if err != nil {
		return err
	}
	for _, profile := range []string{"exif", "APP1", "xmp"} {
		if bytes.HasPrefix(head, []byte("Raw profile type "+profile+"\x00")) {
			return unreadable()
		}
	}
	return nil
}
