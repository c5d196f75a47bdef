package audit

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"sync"
)

// Version is what is kept of one change of an entry: what it left, and, unless
// that was pruned, what takes it back.
type Version struct {
	Key       int64 // of its record
	Published bool  // the change was a publish
	State     *State
	Undo      *Delta // nil when the values of the change are pruned
}

// Before is the entry before the change; known is false when it is not kept.
func (v *Version) Before() (s *State, known bool) {
	if v.Undo == nil {
		return nil, false
	}
	return v.Undo.Apply(v.State), true
}

// maxPacked is how long what a pack holds may be, so that a damaged one takes
// no more memory.
const maxPacked = 256 << 20

// Pack makes one text of some versions of an entry, the newest first, from which
// each of them can be had without any other pack: the first one is whole, of the
// others there is what differs from the one before, and of a value that is
// longer than a few bytes the part that differs. All of it is compressed.
//
// With what is common cut off, a pack of long texts that are edited here and
// there is about as long as the newest of them, also where the window of
// DEFLATE, 32 KiB, would not reach from one text to the next (decision 120).
func Pack(versions []Version) []byte {
	w := packer{}
	var at *State
	for i := range versions {
		v := &versions[i]
		w.number(v.Key)
		w.flags(v.Published, v.Undo != nil)
		w.delta(at, Between(at, v.State))
		at = v.State
		if v.Undo != nil {
			w.delta(at, *v.Undo)
			at = v.Undo.Apply(at)
		}
	}
	return Compress(w.text)
}

// Unpack is the inverse of Pack.
func Unpack(pack []byte) (versions []Version, err error) {
	text, err := Decompress(pack)
	if err != nil {
		return nil, err
	}
	r := unpacker{rest: text}
	var at *State
	for len(r.rest) > 0 && r.err == nil {
		v := Version{Key: r.number()}
		published, whole := r.flags()
		v.Published = published
		v.State = r.delta(at).Apply(at)
		at = v.State
		if whole {
			undo := r.delta(at)
			v.Undo, at = &undo, undo.Apply(at)
		}
		versions = append(versions, v)
	}
	if len(versions) == 0 || r.err != nil {
		return nil, errPack
	}
	return versions, nil
}

var compressors = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.DefaultCompression) // the level is a good one
	return w
}}

// Compress is a text by DEFLATE, after its length.
func Compress(text []byte) []byte {
	var short bytes.Buffer
	short.Write(binary.AppendUvarint(nil, uint64(len(text))))
	w := compressors.Get().(*flate.Writer)
	defer compressors.Put(w)
	w.Reset(&short)
	_, _ = w.Write(text) // to memory
	_ = w.Close()
	return short.Bytes()
}

var errPack = errors.New("a kept version is damaged")

// Decompress is the inverse of Compress.
func Decompress(short []byte) ([]byte, error) {
	length, n := binary.Uvarint(short)
	if n <= 0 || length > maxPacked {
		return nil, errPack
	}
	var text bytes.Buffer
	r := flate.NewReader(bytes.NewReader(short[n:]))
	if _, err := io.Copy(&text, io.LimitReader(r, int64(length)+1)); err != nil {
		return nil, errors.Join(errPack, err)
	}
	if text.Len() != int(length) {
		return nil, errPack
	}
	return text.Bytes(), nil
}
