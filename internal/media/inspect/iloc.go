package inspect

// locations reads the box that says where the bytes of each item are.
type locations struct {
	h                           *heif
	version                     int64
	offset, length, base, index int   // the bytes of each number
	read                        int64 // the bytes of the metadata so far
}

func (h *heif) locations(version int64) (*locations, error) {
	b, err := h.s.take(2)
	if err != nil {
		return nil, err
	}
	l := &locations{h, version, int(b[0] >> 4), int(b[0] & 15), int(b[1] >> 4), 0, 0}
	if version > 0 {
		l.index = int(b[1] & 15)
	}
	if max(l.offset, l.length, l.base, l.index) > 8 {
		return nil, broken("it has numbers of more than 8 bytes")
	}
	return l, nil
}

// item reads where one item is. Metadata in several pieces are refused, as are
// those outside of the file.
func (l *locations) item() error {
	id, err := l.h.s.number(wide(l.version > 1))
	if err != nil {
		return err
	}
	method := int64(0)
	if l.version > 0 {
		if method, err = l.h.s.number(2); err != nil {
			return err
		}
	}
	if err := l.h.s.skip(2); err != nil {
		return err
	}
	base, err := l.h.s.number(l.base)
	if err != nil {
		return err
	}
	extents, err := l.h.s.number(2)
	if err != nil {
		return err
	}
	after := l.h.s.at() + extents*int64(l.offset+l.length+l.index)
	if err := l.metadata(id, method&15, base, extents); err != nil {
		return err
	}
	return l.h.s.seek(after)
}

func (l *locations) metadata(id, method, base, extents int64) error {
	isEXIF, isXMP := l.h.isMetadata(id)
	if !isEXIF && !isXMP {
		return nil
	}
	if extents != 1 || method > 1 {
		return unreadable()
	}
	start, length, err := l.extent(base, method)
	if err != nil {
		return err
	}
	if l.read += length; l.read > l.h.s.size {
		return broken("its metadata are more than the file")
	}
	if isXMP {
		return l.h.s.noPlaceInXMP(length)
	}
	skipped, err := l.h.s.number(4)
	if err != nil {
		return err
	}
	if length < 4 || skipped > length-4 {
		return unreadable()
	}
	if err := l.h.s.seek(start + 4 + skipped); err != nil {
		return err
	}
	_, err = l.h.s.orientation(length - 4 - skipped)
	return err
}

// extent goes to the only piece of an item: in the file, or in the box for small items.
func (l *locations) extent(base, method int64) (start, length int64, err error) {
	if err := l.h.s.skip(int64(l.index)); err != nil {
		return 0, 0, err
	}
	offset, err := l.h.s.number(l.offset)
	if err != nil {
		return 0, 0, err
	}
	n, err := l.h.s.number(l.length)
	if err != nil {
		return 0, 0, err
	}
	size := l.h.s.size
	if method == 1 && base <= size {
		base += l.h.meta["idat"].start
	}
	if min(base, offset, n) < 0 || max(base, offset, n) > size || base+offset+n > size {
		return 0, 0, errCut
	}
	return base + offset, n, l.h.s.seek(base + offset)
}
