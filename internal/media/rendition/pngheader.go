package rendition

import (
	"bufio"
	"encoding/binary"
	"errors"

	"io"
)

// pngHeader is what the chunks before the pixels say.
type pngHeader struct {
	size       Size
	depth      int
	colour     byte
	interlaced bool
	palette    []byte // three bytes a colour
	alpha      []byte // tRNS
	animated   bool
	srgb       bool
	gamma      uint32
	cicp       []byte
	icc        []byte
	exif       []byte
}

// Colour types of PNG.
const (
	pngGrey      = 0
	pngRGB       = 2
	pngPalette   = 3
	pngGreyAlpha = 4
	pngRGBA      = 6
)

const pngSignature = "\x89PNG\r\n\x1a\n"

func parsePNG(h *header, source io.ReadSeeker) error {
	p, err := readPNGHeader(bufio.NewReader(source))
	if err != nil {
		return err
	}
	h.coded = p.size
	h.grey = p.colour == pngGrey || p.colour == pngGreyAlpha
	h.transparent = p.colour == pngGreyAlpha || p.colour == pngRGBA || p.alpha != nil
	h.animated = p.animated
	h.orientation = orientationOf(p.exif)
	p.colours(h)
	h.memory = p.memory()
	return nil
}

// colours takes the description of them that browsers take first.
func (p *pngHeader) colours(h *header) {
	const gammaOfSRGB, tolerance = 45455, 1000
	describes := profileRGB
	if h.grey {
		describes = profileGrey
	}
	switch {
	case p.cicp != nil:
		h.foreign = string(p.cicp) != "\x01\x0d\x00\x01"
	case p.icc != nil:
		h.profile = usefulProfile(p.icc, describes)
		if h.grey && h.transparent {
			h.profile = nil
		}
	case p.srgb || p.gamma == 0:
	default:
		h.foreign = p.gamma < gammaOfSRGB-tolerance || p.gamma > gammaOfSRGB+tolerance
	}
}

// memory is some rows of a PNG that is read row by row, and all pixels of an
// interlaced one.
func (p *pngHeader) memory() int64 {
	if !p.interlaced {
		return int64(p.size.Width) * 32
	}
	return p.size.pixels()*4 + int64(p.size.Width)*32
}

// maxChunks bounds the walk through a header.
const maxChunks = 1000

// readPNGHeader leaves r after the length and the name of the first IDAT.
func readPNGHeader(r *bufio.Reader) (*pngHeader, error) {
	p := &pngHeader{}
	signature := make([]byte, len(pngSignature))
	if _, err := io.ReadFull(r, signature); err != nil || string(signature) != pngSignature {
		return nil, errors.New("no PNG")
	}
	for range maxChunks {
		head, err := r.Peek(8)
		if err != nil {
			return nil, err
		}
		n, name := binary.BigEndian.Uint32(head), string(head[4:])
		if name == "IDAT" {
			return p, p.check()
		}
		_, _ = r.Discard(8)
		if err := p.chunk(r, name, n); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("the header does not end")
}

func (p *pngHeader) chunk(r *bufio.Reader, name string, n uint32) error {
	const most = 1 << 20
	switch name {
	case "IHDR", "PLTE", "tRNS", "sRGB", "gAMA", "cICP", "iCCP", "eXIf", "acTL":
		if n > most {
			break
		}
		data := make([]byte, n)
		if _, err := io.ReadFull(r, data); err != nil {
			return err
		}
		p.use(name, data)
		n = 0
	}
	_, err := io.CopyN(io.Discard, r, int64(n)+4)
	return err
}

func (p *pngHeader) use(name string, data []byte) {
	switch {
	case name == "IHDR" && len(data) == 13:
		p.size = Size{int(binary.BigEndian.Uint32(data)), int(binary.BigEndian.Uint32(data[4:]))}
		p.depth, p.colour, p.interlaced = int(data[8]), data[9], data[12] == 1
	case name == "PLTE":
		p.palette = data
	case name == "tRNS":
		p.alpha = data
	case name == "sRGB":
		p.srgb = true
	case name == "gAMA" && len(data) == 4:
		p.gamma = binary.BigEndian.Uint32(data)
	case name == "cICP":
		p.cicp = data
	case name == "iCCP":
		p.icc = inflatedProfile(data)
	case name == "eXIf":
		p.exif = data
	case name == "acTL":
		p.animated = true
	}
}

func (p *pngHeader) check() error {
	switch {
	case p.size.Width < 1 || p.size.Height < 1:
		return errors.New("no size")
	case p.colour == pngPalette && len(p.palette) < 3:
		return errors.New("no palette")
	case p.colour == pngGrey && p.alpha != nil && len(p.alpha) != 2,
		p.colour == pngRGB && p.alpha != nil && len(p.alpha) != 6:
		return errors.New("the transparent colour is of another kind")
	}
	return nil
}
