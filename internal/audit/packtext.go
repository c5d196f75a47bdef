package audit

import (
	"encoding/binary"
	"encoding/json"
	"maps"
	"slices"
)

// The flags of a version and of a delta, and the forms of a value.
const (
	isPublished = 1 << iota
	hasUndo
)

const (
	isGone = 1 << iota
	hasStatus
)

const (
	wholeValue = iota
	innerValue // what is between the ends that it shares with the value before
)

// shortValue is how much of a value has to be shared before its ends are cut.
const shortValue = 32

// packer writes the text of a pack. Numbers are varints; a text comes behind
// its length.
type packer struct{ text []byte }

func (w *packer) number(n int64) { w.text = binary.AppendVarint(w.text, n) }

func (w *packer) bytes(b []byte) {
	w.text = append(binary.AppendUvarint(w.text, uint64(len(b))), b...)
}

func (w *packer) flag(set bool, flag byte) byte {
	if set {
		return flag
	}
	return 0
}

func (w *packer) flags(published, undo bool) {
	w.text = append(w.text, w.flag(published, isPublished)|w.flag(undo, hasUndo))
}

// delta writes d, which begins at a State.
func (w *packer) delta(from *State, d Delta) {
	w.text = append(w.text, w.flag(d.Gone, isGone)|w.flag(d.Status != "", hasStatus))
	if d.Gone {
		return
	}
	if d.Status != "" {
		w.bytes([]byte(d.Status))
	}
	w.number(int64(len(d.Removed)))
	for _, name := range d.Removed {
		w.bytes([]byte(name))
	}
	w.number(int64(len(d.Values)))
	for _, name := range slices.Sorted(maps.Keys(d.Values)) {
		w.bytes([]byte(name))
		w.value(from, name, d.Values[name])
	}
}

func (w *packer) value(from *State, name string, value json.RawMessage) {
	var held json.RawMessage
	if from != nil {
		held = from.Data[name]
	}
	head, tail := shared(held, value)
	if head+tail < shortValue {
		w.text = append(w.text, wholeValue)
		w.bytes(value)
		return
	}
	w.text = append(w.text, innerValue)
	w.number(int64(head))
	w.number(int64(tail))
	w.bytes(value[head : len(value)-tail])
}

// shared is how many bytes two texts have in common at their beginnings, and
// behind those at their ends.
func shared(a, b []byte) (head, tail int) {
	most := min(len(a), len(b))
	for head < most && a[head] == b[head] {
		head++
	}
	for tail < most-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return head, tail
}

// unpacker reads the text of a pack. After an error it gives zero values.
type unpacker struct {
	rest []byte
	err  error
}

func (r *unpacker) fail() { r.rest, r.err = nil, errPack }

func (r *unpacker) number() int64 {
	n, length := binary.Varint(r.rest)
	if length <= 0 {
		r.fail()
		return 0
	}
	r.rest = r.rest[length:]
	return n
}

// count is a number that is at most what is left, as a length and a number of
// members are.
func (r *unpacker) count() int {
	n := r.number()
	if n < 0 || n > int64(len(r.rest)) {
		r.fail()
		return 0
	}
	return int(n)
}

func (r *unpacker) bytes() []byte {
	length, n := binary.Uvarint(r.rest)
	if n <= 0 || length > uint64(len(r.rest)-n) { //nolint:gosec // n is at most the length of the rest
		r.fail()
		return nil
	}
	text := r.rest[n : n+int(length)] //nolint:gosec // at most the length of the rest
	r.rest = r.rest[n+int(length):]   //nolint:gosec // at most the length of the rest
	return text
}

func (r *unpacker) byte() byte {
	if len(r.rest) == 0 {
		r.fail()
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *unpacker) flags() (published, undo bool) {
	b := r.byte()
	return b&isPublished != 0, b&hasUndo != 0
}

func (r *unpacker) delta(from *State) (d Delta) {
	switch b := r.byte(); {
	case b&isGone != 0:
		return Delta{Gone: true}
	case b&hasStatus != 0:
		d.Status = string(r.bytes())
	}
	for range r.count() {
		d.Removed = append(d.Removed, string(r.bytes()))
	}
	d.Values = make(map[string]json.RawMessage)
	for range r.count() {
		name := string(r.bytes())
		d.Values[name] = r.value(from, name)
	}
	return d
}

func (r *unpacker) value(from *State, name string) json.RawMessage {
	if r.byte() == wholeValue {
		return r.bytes()
	}
	head, tail := r.number(), r.number()
	inner := r.bytes()
	var held json.RawMessage
	if from != nil {
		held = from.Data[name]
	}
	if head < 0 || tail < 0 || head > int64(len(held)) || tail > int64(len(held))-head {
		r.fail()
		return nil
	}
	return slices.Concat(held[:head], inner, held[int64(len(held))-tail:])
}
