package rendition

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"

	"io"
)

// Markers of JPEG.
const (
	markerSOF0  = 0xc0
	markerSOF2  = 0xc2
	markerSOI   = 0xd8
	markerSOS   = 0xda
	markerAPP0  = 0xe0
	markerAPP1  = 0xe1
	markerAPP2  = 0xe2
	markerAPP14 = 0xee
)

var (
	exifPrefix = []byte("Exif\x00\x00")
	iccPrefix  = []byte("ICC_PROFILE\x00")
	jfifPrefix = []byte("JFIF\x00")
)

// jpegHeader is what the segments before the first scan say.
type jpegHeader struct {
	progressive bool
	width       int
	height      int
	sampling    []byte // of each component
	names       string // of the components
	jfif        bool
	adobe       bool
	adobeYCC    bool
	profile     profileChunks
	orientation int
}

func parseJPEG(h *header, source io.ReadSeeker) error {
	j := &jpegHeader{orientation: 1}
	r := bufio.NewReader(source)
	if err := j.read(r); err != nil {
		return err
	}
	if len(j.sampling) == 4 && !j.adobe {
		return errors.New("four colours without a segment of Adobe")
	}
	h.orientation = j.orientation
	h.grey = len(j.sampling) == 1
	h.profile = j.profile.join(j.colours())
	h.memory = j.memory()
	return nil
}

// maxSegments bounds the walk through a header: a profile has at most 255.
const maxSegments = 2000

func (j *jpegHeader) read(r *bufio.Reader) error {
	for range maxSegments {
		marker, err := nextMarker(r)
		if err != nil {
			return err
		}
		if marker == markerSOI {
			continue
		}
		if marker == markerSOS {
			return nil
		}
		if err := j.segment(r, marker); err != nil {
			return err
		}
	}
	return errors.New("the header does not end")
}

// nextMarker skips what is no marker, as decoders do.
func nextMarker(r *bufio.Reader) (byte, error) {
	for {
		b, err := r.ReadByte()
		if err != nil {
			return 0, err
		}
		for b == 0xff {
			if b, err = r.ReadByte(); err != nil {
				return 0, err
			}
			if b != 0xff && b != 0 && (b < 0xd0 || b > 0xd7) {
				return b, nil
			}
		}
	}
}

func (j *jpegHeader) segment(r *bufio.Reader, marker byte) error {
	var length [2]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return err
	}
	n := int(binary.BigEndian.Uint16(length[:])) - 2
	if n < 0 {
		return errors.New("a segment without a length")
	}
	switch {
	case marker >= markerSOF0 && marker <= markerSOF2,
		marker == markerAPP0, marker == markerAPP1, marker == markerAPP2, marker == markerAPP14:
		data := make([]byte, n)
		if _, err := io.ReadFull(r, data); err != nil {
			return err
		}
		return j.use(marker, data)
	default:
		_, err := r.Discard(n)
		return err
	}
}

func (j *jpegHeader) use(marker byte, data []byte) error {
	switch marker {
	case markerAPP0:
		j.jfif = bytes.HasPrefix(data, jfifPrefix)
	case markerAPP1:
		if exif, ok := cutPrefix(data, exifPrefix); ok && j.orientation == 1 {
			j.orientation = orientationOf(exif)
		}
	case markerAPP2:
		if chunk, ok := cutPrefix(data, iccPrefix); ok {
			j.profile.add(chunk)
		}
	case markerAPP14:
		if len(data) >= 12 && string(data[:5]) == "Adobe" {
			j.adobe, j.adobeYCC = true, data[11] != 0
		}
	default:
		return j.frame(marker, data)
	}
	return nil
}

func (j *jpegHeader) frame(marker byte, data []byte) error {
	if len(data) < 6 || len(data) < 6+3*int(data[5]) {
		return errors.New("a frame that is too short")
	}
	j.progressive = marker == markerSOF2
	j.height, j.width = int(binary.BigEndian.Uint16(data[1:])), int(binary.BigEndian.Uint16(data[3:]))
	j.sampling, j.names = nil, ""
	for i := range int(data[5]) {
		j.names += string(data[6+3*i : 6+3*i+1])
		j.sampling = append(j.sampling, data[6+3*i+1])
	}
	return nil
}

func (j *jpegHeader) colours() string {
	switch len(j.sampling) {
	case 1:
		return profileGrey
	case 3:
		return profileRGB
	default:
		return ""
	}
}

// converted reports whether the colours are not luminance and two differences.
func (j *jpegHeader) converted() bool {
	return len(j.sampling) == 4 || len(j.sampling) == 3 && !j.jfif && (j.adobe && !j.adobeYCC || j.names == "RGB")
}

// memory is what image/jpeg takes: a byte of each sample, and four more of each
// where the picture is progressive; and four a pixel where it converts the
// colours.
func (j *jpegHeader) memory() int64 {
	wide, high := 1, 1
	for _, s := range j.sampling {
		wide, high = max(wide, int(s>>4)), max(high, int(s&15))
	}
	if len(j.sampling) == 1 {
		wide, high = 1, 1
	}
	columns, rows := int64((j.width+8*wide-1)/(8*wide)), int64((j.height+8*high-1)/(8*high))
	blocks := int64(0)
	for _, s := range j.sampling {
		n := int64(s>>4) * int64(s&15)
		if len(j.sampling) == 1 {
			n = 1
		}
		blocks += columns * rows * n
	}
	need := blocks * 64
	if j.progressive {
		need += blocks * 64 * 4
	}
	if j.converted() {
		need += int64(j.width) * int64(j.height) * 4
	}
	return need
}
