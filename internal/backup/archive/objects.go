package archive

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"
	"io"
)

// objectList is media.ndjson before it is written: a line an object. It is kept
// compressed, since a ZIP holds one file after the other.
type objectList struct {
	count  int64
	digest hash.Hash
	short  bytes.Buffer
	out    *flate.Writer
}

func (w *Writer) list(o Object) error {
	l := w.objects
	if l == nil {
		l = newObjectList()
		w.objects = l
	}
	line, err := json.Marshal(o)
	if err != nil {
		return err
	}
	l.count++
	_, err = io.MultiWriter(l.digest, l.out).Write(append(line, '\n'))
	return err
}

func newObjectList() *objectList {
	l := &objectList{digest: sha256.New()}
	l.out, _ = flate.NewWriter(&l.short, flate.BestSpeed) // a level that there is
	return l
}

// writeObjects writes the list of a header with media, also one of none.
func (w *Writer) writeObjects(h *Header) error {
	l := w.objects
	if l == nil {
		l = newObjectList()
	}
	if err := l.out.Close(); err != nil {
		return err
	}
	h.Objects, h.MediaBytes, h.MediaSHA256 = l.count, w.media, hex.EncodeToString(l.digest.Sum(nil))
	out, err := w.zip.CreateHeader(&zip.FileHeader{Name: objectsName, Method: zip.Deflate})
	if err != nil {
		return err
	}
	_, err = io.Copy(out, flate.NewReader(&l.short))
	return err
}
