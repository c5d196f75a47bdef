package rendition

import (
	"errors"
	"fmt"
	"image"
	"io"
	"slices"
)

// The types of pictures.
const (
	JPEG = "image/jpeg"
	PNG  = "image/png"
	WebP = "image/webp"
	GIF  = "image/gif"
)

var (
	// ErrUnreadable is a picture that is broken, or of a kind that is not read.
	ErrUnreadable = errors.New("the picture cannot be read")
	// ErrNotMade is a rendition that Probe does not list.
	ErrNotMade = errors.New("the picture has no such rendition")
)

// Picture is what the header of a picture says.
type Picture struct {
	Size       Size
	MimeType   string // of its renditions
	Renditions []Size // those that can be made, ascending; empty for an animation
}

// Probe reads the header of a picture. A rendition that it does not list is one
// that Make refuses; one that it lists can be made unless the picture's own bytes
// are broken. The error is ErrUnreadable, or that of the source.
func Probe(source io.ReadSeeker, mimeType string) (Picture, error) {
	h, err := readHeader(source, mimeType)
	if err != nil {
		return Picture{}, err
	}
	return h.picture(), nil
}

// header is what is known of a picture before it is decoded.
type header struct {
	mimeType    string
	coded       Size // as it lies in the file
	orientation int  // of EXIF, 1 to 8
	transparent bool
	animated    bool
	grey        bool
	foreign     bool   // its colours are described in a way that renditions cannot carry
	profile     []byte // ICC, of the colours that renditions have; nil for sRGB
	memory      int64  // what decoding it takes, in bytes
}

func (h *header) picture() Picture {
	p := Picture{Size: h.shown(), MimeType: JPEG, Renditions: []Size{}}
	if h.transparent {
		p.MimeType = PNG
	}
	for _, size := range Sizes(p.Size) {
		if h.makes(size) {
			p.Renditions = append(p.Renditions, size)
		}
	}
	return p
}

// makes reports whether there is room for a rendition of that size.
func (h *header) makes(size Size) bool {
	return !h.animated && !h.foreign && h.memoryFor(size) <= maxMemory && max(size.Width, size.Height) <= maxSide
}

func (h *header) shown() Size {
	if h.orientation >= 5 {
		return h.coded.turned()
	}
	return h.coded
}

type parser struct {
	config func(io.Reader) (image.Config, error)
	parse  func(*header, io.ReadSeeker) error
}

// readHeader leaves source at its beginning.
func readHeader(source io.ReadSeeker, mimeType string) (*header, error) {
	p, ok := parsers[mimeType]
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrUnreadable, mimeType)
	}
	h := &header{mimeType: mimeType, orientation: 1}
	if err := p.read(h, source); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return h, nil
}

// read asks the decoder first: what it does not take is refused before a
// rendition is listed.
func (p parser) read(h *header, source io.ReadSeeker) error {
	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return err
	}
	config, err := p.config(source)
	if err != nil {
		return err
	}
	h.coded = Size{config.Width, config.Height}
	if config.Width < 1 || config.Height < 1 {
		return errors.New("it has no pixels")
	}
	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := p.parse(h, source); err != nil {
		return err
	}
	_, err = source.Seek(0, io.SeekStart)
	return err
}

// listed reports whether the picture has that rendition.
func (p Picture) listed(target Target) (Size, bool) {
	i := slices.IndexFunc(p.Renditions, func(s Size) bool { return s.Width == target.Width })
	if i < 0 || target.MimeType != p.MimeType {
		return Size{}, false
	}
	return p.Renditions[i], true
}
