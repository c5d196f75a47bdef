package rendition

import (
	"bytes"
	"encoding/binary"
)

func cutPrefix(data, prefix []byte) ([]byte, bool) { return bytes.CutPrefix(data, prefix) }

// orientationOf is how a picture is turned before it is shown, 1 (not at all) to 8,
// by the first directory of EXIF.
func orientationOf(exif []byte) int {
	if len(exif) < 8 {
		return 1
	}
	var order binary.ByteOrder
	switch string(exif[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 1
	}
	at := int64(order.Uint32(exif[4:]))
	if at+2 > int64(len(exif)) {
		return 1
	}
	return orientationIn(exif[at+2:], int(order.Uint16(exif[at:])), order)
}

// orientationIn looks for the tag in a directory of that many entries.
func orientationIn(entries []byte, n int, order binary.ByteOrder) int {
	const tagOrientation, typeShort = 0x0112, 3
	for ; n > 0 && len(entries) >= 12; n-- {
		if order.Uint16(entries) == tagOrientation && order.Uint16(entries[2:]) == typeShort {
			if o := int(order.Uint16(entries[8:])); o >= 1 && o <= 8 {
				return o
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}

// orient turns rows of pixels of the given channels as they are shown.
func orient(pix []byte, size Size, channels, orientation int) ([]byte, Size) {
	if orientation == 1 {
		return pix, size
	}
	out := size
	if orientation >= 5 {
		out = size.turned()
	}
	turned := make([]byte, len(pix))
	for y := range out.Height {
		for x := range out.Width {
			sx, sy := sourceOf(x, y, size, orientation)
			from, to := (sy*size.Width+sx)*channels, (y*out.Width+x)*channels
			copy(turned[to:to+channels], pix[from:from+channels])
		}
	}
	return turned, out
}

// sourceOf is where the pixel at x, y of the picture as shown lies in the file.
func sourceOf(x, y int, size Size, orientation int) (int, int) {
	right, bottom := size.Width-1, size.Height-1
	switch orientation {
	case 2:
		return right - x, y
	case 3:
		return right - x, bottom - y
	case 4:
		return x, bottom - y
	case 5:
		return y, x
	case 6:
		return y, bottom - x
	case 7:
		return right - y, bottom - x
	case 8:
		return right - y, x
	default:
		return x, y
	}
}
