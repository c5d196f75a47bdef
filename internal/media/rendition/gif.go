package rendition

import (
	"bufio"
	"errors"
	"io"
)

// gifWalk reads the blocks of a GIF without its pixels.
type gifWalk struct {
	r           *bufio.Reader
	frames      int
	transparent bool
	whole       Size // of the screen
}

// parseGIF looks for a second picture, which makes it an animation.
func parseGIF(h *header, source io.ReadSeeker) error {
	w := &gifWalk{r: bufio.NewReader(source), whole: h.coded}
	if err := w.read(); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	h.animated = w.frames > 1
	h.transparent = w.transparent
	h.memory = 6 * h.coded.pixels()
	return nil
}

func (w *gifWalk) read() error {
	head := make([]byte, 13)
	if _, err := io.ReadFull(w.r, head); err != nil {
		return err
	}
	if err := w.skipTable(head[10]); err != nil {
		return err
	}
	for w.frames < 2 {
		kind, err := w.r.ReadByte()
		if err != nil {
			return err
		}
		switch kind {
		case 0x21:
			err = w.extension()
		case 0x2c:
			err = w.frame()
		default:
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *gifWalk) skipTable(flags byte) error {
	if flags&0x80 == 0 {
		return nil
	}
	_, err := w.r.Discard(3 << (flags&7 + 1))
	return err
}

func (w *gifWalk) extension() error {
	label, err := w.r.ReadByte()
	if err != nil {
		return err
	}
	if control, err := w.r.Peek(2); err == nil && label == 0xf9 && control[0] >= 1 && w.frames == 0 {
		w.transparent = w.transparent || control[1]&1 != 0
	}
	return w.skipBlocks()
}

// frame takes a picture that does not fill the screen for transparent.
func (w *gifWalk) frame() error {
	place := make([]byte, 9)
	if _, err := io.ReadFull(w.r, place); err != nil {
		return err
	}
	w.frames++
	width, height := int(place[4])|int(place[5])<<8, int(place[6])|int(place[7])<<8
	w.transparent = w.transparent || w.frames == 1 && (width < w.whole.Width || height < w.whole.Height)
	if err := w.skipTable(place[8]); err != nil {
		return err
	}
	if _, err := w.r.Discard(1); err != nil {
		return err
	}
	return w.skipBlocks()
}

func (w *gifWalk) skipBlocks() error {
	for {
		n, err := w.r.ReadByte()
		if err != nil || n == 0 {
			return err
		}
		if _, err := w.r.Discard(int(n)); err != nil {
			return err
		}
	}
}
