package inspect

import (
	"encoding/binary"
	"errors"
)

// What EXIF is looked at for.
const (
	tagOrientation = 0x0112
	tagGPS         = 0x8825
	typeShort      = 3
)

// placeTags are the tags of a GPS directory that name a place: latitude, longitude,
// the same of the destination, and the name of the area.
var placeTags = map[uint16]bool{2: true, 4: true, 20: true, 22: true, 28: true}

// place refuses a picture that says where it was taken. It cannot be taken out
// here, as the bytes would no longer have the declared sha256.
func place() error {
	return harmful("The file says where it was recorded. Remove the place from its metadata (GPS) and upload it again")
}

func unreadable() error {
	return harmful("The metadata of the file (EXIF) cannot be read, so it cannot be known whether they hold a place. Remove them and upload the file again")
}

// exif is a TIFF structure of some bytes of the file. Its numbers are offsets into
// itself, so it is read by jumps.
type exif struct {
	s      *source
	base   int64
	length int64
	order  binary.ByteOrder
	places int // how many GPS directories were looked at
}

// orientation reads the EXIF block of length bytes that begins here, refuses the
// place in it, and goes on behind it. It gives 1, as it lies, where nothing is said.
func (s *source) orientation(length int64) (int, error) {
	end := s.at() + length
	x := exif{s: s, base: s.at(), length: length}
	found, err := x.read()
	if errors.Is(err, errCut) {
		err = unreadable()
	}
	if err != nil {
		return 0, err
	}
	return found, s.seek(end)
}

func (x *exif) read() (int, error) {
	head, err := x.bytes(0, 8)
	if err != nil {
		return 0, err
	}
	switch string(head[:4]) {
	case "II*\x00":
		x.order = binary.LittleEndian
	case "MM\x00*":
		x.order = binary.BigEndian
	default:
		return 0, unreadable()
	}
	main, next, err := x.directory(int64(x.order.Uint32(head[4:])))
	if err != nil || next == 0 {
		return main, err
	}
	_, _, err = x.directory(next) // of the thumbnail, which can hold a place too
	return main, err
}

// bytes reads n bytes at an offset of the block.
func (x *exif) bytes(at int64, n int) ([]byte, error) {
	if at < 0 || at+int64(n) > x.length {
		return nil, errCut
	}
	if err := x.s.seek(x.base + at); err != nil {
		return nil, err
	}
	return x.s.take(n)
}

// directory gives the orientation that a directory names first, 1 to 8, and the
// offset of the next one. Renditions read it by the same rule.
func (x *exif) directory(at int64) (orientation int, next int64, err error) {
	after, err := x.entries(at, func(tag, kind uint16, value []byte) error {
		switch {
		case tag == tagOrientation && kind == typeShort && orientation == 0:
			orientation = max(int(x.order.Uint16(value)), 1)
		case tag == tagGPS:
			return x.noPlace(int64(x.order.Uint32(value)))
		}
		return nil
	})
	if orientation < 1 || orientation > 8 {
		orientation = 1
	}
	if err != nil {
		return 0, 0, err
	}
	if last, err := x.bytes(after, 4); err == nil {
		next = int64(x.order.Uint32(last))
	} else if !errors.Is(err, errCut) { // some programs leave the last offset out
		return 0, 0, err
	}
	return orientation, next, nil
}

// noPlace refuses a GPS directory that names a place. Programs leave others, with
// a version or a time alone, when they remove it. There is one of a picture and one
// of its thumbnail; more would only keep the reader busy.
func (x *exif) noPlace(at int64) error {
	if x.places++; x.places > 2 {
		return unreadable()
	}
	_, err := x.entries(at, func(tag, _ uint16, _ []byte) error {
		if placeTags[tag] {
			return place()
		}
		return nil
	})
	return err
}

// entries calls each for the entries of a directory: a tag, its type, and the four
// bytes of its value or offset. It gives the offset behind them.
func (x *exif) entries(at int64, each func(tag, kind uint16, value []byte) error) (int64, error) {
	count, err := x.bytes(at, 2)
	if err != nil {
		return 0, err
	}
	entries := int64(x.order.Uint16(count))
	for i := range entries {
		entry, err := x.bytes(at+2+12*i, 12)
		if err != nil {
			return 0, err
		}
		var value [4]byte
		copy(value[:], entry[8:])
		if err := each(x.order.Uint16(entry), x.order.Uint16(entry[2:]), value[:]); err != nil {
			return 0, err
		}
	}
	return at + 2 + 12*entries, nil
}

// noPlaceInXMP refuses a place in the n bytes of XMP that begin here, and goes on
// behind them.
func (s *source) noPlaceInXMP(n int64) error {
	found, err := s.contains(n, "GPSLatitude", "GPSLongitude", "GPSDestLatitude", "GPSDestLongitude", "GPSAreaInformation")
	if err == nil && found {
		err = place()
	}
	return err
}
