package inspect

import (
	"bytes"
	"slices"
)

// maxItems bounds what is remembered of the items of a picture.
const maxItems = 256

// heif is what is known of a picture (AVIF, HEIC) while its boxes are read.
type heif struct {
	s        *source
	meta     map[string]box // the boxes within meta, by name
	sides    map[int64][2]int64
	turned   map[int64]bool
	primary  int64
	exifs    []int64 // the items that are EXIF
	xmps     []int64
	hasBytes bool
}

// walkHEIF reads the description of a picture. Its pixels are those of the primary
// item, turned as the file says; EXIF does not turn it.
func walkHEIF(s *source, _ string) (Finding, error) {
	h := &heif{s: s, meta: map[string]box{}, sides: map[int64][2]int64{}, turned: map[int64]bool{}}
	if err := s.boxes(s.size, h.top); err != nil {
		return Finding{}, err
	}
	if err := s.end(); err != nil {
		return Finding{}, err
	}
	if !h.hasBytes || len(h.meta) == 0 {
		return Finding{}, broken("it holds no picture")
	}
	for _, read := range []func() error{h.readPrimary, h.readItems, h.readProperties, h.readPlaces} {
		if err := read(); err != nil {
			return Finding{}, err
		}
	}
	return h.sizeOfPrimary()
}

func (h *heif) top(b box) error {
	switch b.name {
	case "mdat":
		h.hasBytes = true
	case "moov":
		return broken("it is a sequence of pictures; send a video in its place")
	case "meta":
		if len(h.meta) > 0 {
			return broken("it has two descriptions")
		}
		return h.remember(b)
	}
	return nil
}

// remember notes where the boxes of the description are: they come in any order.
func (h *heif) remember(meta box) error {
	if err := h.s.skip(4); err != nil {
		return err
	}
	return h.s.boxes(meta.end, func(b box) error {
		if len(h.meta) >= maxItems {
			return broken("its description has too many parts")
		}
		if _, twice := h.meta[b.name]; twice {
			return broken("its description has two parts %q", b.name)
		}
		h.meta[b.name] = b
		h.hasBytes = h.hasBytes || b.name == "idat"
		return nil
	})
}

// open goes to the content of a box of the description, and takes its version and
// flags. It reports false where there is none.
func (h *heif) open(name string) (version, flags int64, found bool, err error) {
	b, found := h.meta[name]
	if !found {
		return 0, 0, false, nil
	}
	if err := h.s.seek(b.start); err != nil {
		return 0, 0, false, err
	}
	head, err := h.s.number(4)
	return head >> 24, head & 0xffffff, true, err
}

func (h *heif) readPrimary() error {
	version, _, found, err := h.open("pitm")
	if err != nil || !found {
		return orBroken(err, "it names no primary picture")
	}
	h.primary, err = h.s.number(wide(version > 0))
	return err
}

// wide is the number of bytes of an id or a count that has two forms.
func wide(large bool) int {
	if large {
		return 4
	}
	return 2
}

// readItems finds the items that are metadata.
func (h *heif) readItems() error {
	version, _, found, err := h.open("iinf")
	if err != nil || !found {
		return err
	}
	if err := h.s.skip(int64(wide(version > 0))); err != nil {
		return err
	}
	return h.s.boxes(h.meta["iinf"].end, h.item)
}

func (h *heif) item(b box) error {
	head, err := h.s.peek(int(min(b.size(), 64)))
	if err != nil || b.name != "infe" || len(head) < 12 || head[0] < 2 {
		return err
	}
	id, rest := bigEndian(head[4:6]), head[8:]
	if head[0] > 2 {
		id, rest = bigEndian(head[4:8]), head[10:]
	}
	switch {
	case bytes.HasPrefix(rest, []byte("Exif")):
		h.exifs = append(h.exifs, id)
	case bytes.HasPrefix(rest, []byte("mime")):
		h.xmps = append(h.xmps, id)
	}
	if len(h.exifs)+len(h.xmps) > maxItems {
		return broken("it has too many metadata")
	}
	return nil
}

// readProperties reads how large the items are and how they are turned.
func (h *heif) readProperties() error {
	properties, found := h.meta["iprp"]
	if !found {
		return broken("it does not say how large it is")
	}
	if err := h.s.seek(properties.start); err != nil {
		return err
	}
	return h.s.boxes(properties.end, func(b box) error {
		switch b.name {
		case "ipco":
			return h.readContainer(b)
		case "ipma":
			h.meta["ipma"] = b
		}
		return nil
	})
}

func (h *heif) readContainer(container box) error {
	index := int64(0)
	return h.s.boxes(container.end, func(b box) error {
		index++
		if len(h.sides)+len(h.turned) >= maxItems {
			return broken("it has too many properties")
		}
		return h.property(index, b)
	})
}

func (h *heif) property(index int64, b box) error {
	switch b.name {
	case "ispe":
		v, err := h.s.take(12)
		if err != nil || b.size() < 12 {
			return orBroken(err, "it does not say how large it is")
		}
		h.sides[index] = [2]int64{bigEndian(v[4:8]), bigEndian(v[8:12])}
		return picture(h.sides[index][0], h.sides[index][1], 1)
	case "irot":
		angle, err := h.s.byte()
		h.turned[index] = angle&1 == 1
		return err
	}
	return nil
}

// sizeOfPrimary looks up which properties the primary item has.
func (h *heif) sizeOfPrimary() (Finding, error) {
	found, known, orientation := [2]int64{}, false, 1
	err := h.associations(func(index int64) {
		if sides, has := h.sides[index]; has {
			found, known = sides, true
		}
		if h.turned[index] {
			orientation = 6
		}
	})
	if err != nil || !known {
		return Finding{}, orBroken(err, "it does not say how large it is")
	}
	return shown(found[0], found[1], orientation), nil
}

// associations calls each for the properties of the primary item.
func (h *heif) associations(each func(index int64)) error {
	version, flags, found, err := h.open("ipma")
	if err != nil || !found {
		return err
	}
	count, err := h.s.number(4)
	for range count {
		if err == nil {
			err = h.association(version, flags, each)
		}
		if err != nil || h.s.at() > h.meta["ipma"].end {
			return orBroken(err, "the list of its properties is cut")
		}
	}
	return err
}

func (h *heif) association(version, flags int64, each func(index int64)) error {
	id, err := h.s.number(wide(version > 0))
	if err != nil {
		return err
	}
	count, err := h.s.byte()
	if err != nil {
		return err
	}
	for range count {
		index, mask, err := int64(0), int64(0x7f), error(nil)
		if flags&1 == 1 {
			mask = 0x7fff
			index, err = h.s.number(2)
		} else {
			index, err = h.s.number(1)
		}
		if err != nil {
			return err
		}
		if id == h.primary {
			each(index & mask)
		}
	}
	return nil
}

// readPlaces finds the bytes of the metadata, and refuses a place in them.
func (h *heif) readPlaces() error {
	if len(h.exifs)+len(h.xmps) == 0 {
		return nil
	}
	version, _, found, err := h.open("iloc")
	if err != nil || !found {
		return err
	}
	l, err := h.locations(version)
	if err != nil {
		return err
	}
	count, err := h.s.number(wide(version > 1))
	for range count {
		if err == nil {
			err = l.item()
		}
		if err != nil || h.s.at() > h.meta["iloc"].end {
			return orBroken(err, "the list of its places is cut")
		}
	}
	return err
}

// isMetadata reports whether an item is EXIF or XMP.
func (h *heif) isMetadata(id int64) (exif, xmp bool) {
	return slices.Contains(h.exifs, id), slices.Contains(h.xmps, id)
}
