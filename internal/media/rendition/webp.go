package rendition

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
)

// webpHeader is what the chunks of a WebP say.
type webpHeader struct {
	lossless    bool
	transparent bool
	animated    bool
	packedAlpha bool // alpha is compressed
	rawAlpha    bool
	bytes       int64 // of the picture
	profile     []byte
	orientation int
}

// parseWebP walks through all chunks: EXIF comes after the picture.
func parseWebP(h *header, source io.ReadSeeker) error {
	w := &webpHeader{orientation: 1}
	if err := w.read(source); err != nil {
		return err
	}
	h.transparent, h.animated = w.transparent, w.animated
	h.orientation = w.orientation
	h.profile = usefulProfile(w.profile, profileRGB)
	h.memory = w.memory(h.coded)
	return nil
}

func (w *webpHeader) read(source io.ReadSeeker) error {
	var riff [12]byte
	if _, err := io.ReadFull(source, riff[:]); err != nil {
		return err
	}
	at, end := int64(12), 8+int64(binary.LittleEndian.Uint32(riff[4:]))
	for range maxChunks {
		if at+8 > end {
			return nil
		}
		var head [8]byte
		if _, err := io.ReadFull(source, head[:]); err != nil {
			return endOf(err)
		}
		n := int64(binary.LittleEndian.Uint32(head[4:]))
		if err := w.chunk(source, string(head[:4]), n); err != nil {
			return endOf(err)
		}
		at += 8 + n + n%2
		if _, err := source.Seek(at, io.SeekStart); err != nil {
			return err
		}
	}
	return errors.New("it has too many chunks")
}

// endOf lets a file end early: what is missing is missed when it is decoded.
func endOf(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

func (w *webpHeader) chunk(source io.Reader, name string, n int64) error {
	switch name {
	case "VP8X", "ALPH", "VP8L", "VP8 ":
		head := make([]byte, min(n, 10))
		if _, err := io.ReadFull(source, head); err != nil {
			return err
		}
		w.use(name, head, n)
	case "ICCP", "EXIF":
		if n > maxProfile {
			return nil
		}
		data := make([]byte, n)
		if _, err := io.ReadFull(bufio.NewReader(source), data); err != nil {
			return err
		}
		if name == "ICCP" {
			w.profile = data
			return nil
		}
		exif, _ := cutPrefix(data, exifPrefix)
		w.orientation = orientationOf(exif)
	}
	return nil
}

func (w *webpHeader) use(name string, head []byte, n int64) {
	const animationBit, alphaBit = 1 << 1, 1 << 4
	switch {
	case name == "VP8X" && len(head) == 10:
		w.animated = head[0]&animationBit != 0
		w.transparent = head[0]&alphaBit != 0
	case name == "ALPH" && len(head) > 0:
		w.packedAlpha, w.rawAlpha = head[0]&3 != 0, head[0]&3 == 0
	case name == "VP8L" && len(head) >= 5:
		w.lossless, w.bytes = true, n
		w.transparent = head[4]&0x10 != 0
	case name == "VP8 ":
		w.bytes = n
	}
}

// memory is what x/image/webp takes. A lossless picture is four bytes a pixel, and
// half as much again with few colours, and its code trees; compressed alpha is
// such a picture as well, from which a byte a pixel is taken. A lossy picture is
// a byte and a half, and its text.
func (w *webpHeader) memory(size Size) int64 {
	lossless := size.pixels()*6 + treesOf(size)
	lossy := size.pixels()*3/2 + w.bytes + size.pixels()/16
	switch {
	case w.lossless:
		return lossless
	case w.packedAlpha:
		return lossless + size.pixels() + lossy
	case w.rawAlpha:
		return size.pixels() + lossy
	default:
		return lossy
	}
}

// treesOf is what the code trees of a lossless picture take at most: it has one set
// for each tile of 4 by 4 pixels, and 2600 of them at most.
func treesOf(size Size) int64 {
	const most, bytes = 2600, 55 << 10
	tiles := (int64(size.Width) + 3) / 4 * ((int64(size.Height) + 3) / 4)
	return min(tiles, most) * bytes
}
