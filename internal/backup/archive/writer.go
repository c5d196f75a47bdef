package archive

import (
	"archive/zip"
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/klauspost/compress/flate"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// level of DEFLATE: rows that are written beside requests cost little of a
// processor, which matters more than the last tenth of their length.
const level = 1

// Writer writes an archive: the tables one after the other, then the objects, then
// Close. After an error nothing of it is worth keeping.
type Writer struct {
	sealer  *sealer
	zip     *zip.Writer
	table   *tableWriter
	tables  []Table
	objects *objectList
	media   int64 // bytes
}

// NewWriter begins an archive.
func NewWriter(out io.Writer) (*Writer, error) {
	w := &Writer{sealer: newSealer(out)}
	w.zip = zip.NewWriter(w.sealer)
	w.zip.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, level) })
	return w, w.zip.SetComment(placeholder)
}

// tableWriter counts what is written of a table.
type tableWriter struct {
	name   string
	rows   int64
	bytes  int64
	digest hash.Hash
	out    *bufio.Writer
}

// Table begins the next table.
func (w *Writer) Table(name string) error {
	if err := w.endTable(); err != nil {
		return err
	}
	out, err := w.zip.Create(tableFolder + name + tableSuffix)
	if err != nil {
		return fmt.Errorf("begin the table %s: %w", name, err)
	}
	t := &tableWriter{name: name, digest: sha256.New()}
	t.out = bufio.NewWriterSize(io.MultiWriter(t.digest, out), 64<<10)
	w.table = t
	return nil
}

// Row writes a row of the table: one line, without its end.
func (w *Writer) Row(line []byte) error {
	t := w.table
	t.rows++
	t.bytes += int64(len(line)) + 1
	if _, err := t.out.Write(line); err != nil {
		return err
	}
	return t.out.WriteByte('\n')
}

// Written is how many bytes of the file there are.
func (w *Writer) Written() int64 { return w.sealer.length }

func (w *Writer) endTable() error {
	t := w.table
	if w.table = nil; t == nil {
		return nil
	}
	if err := t.out.Flush(); err != nil {
		return fmt.Errorf("write the table %s: %w", t.name, err)
	}
	w.tables = append(w.tables, Table{t.name, t.rows, t.bytes, hex.EncodeToString(t.digest.Sum(nil))})
	return nil
}

// Object writes an object of the media library; keys ascend. A body of another
// length than o.Size is an error.
func (w *Writer) Object(ctx context.Context, o Object, body io.Reader) error {
	if err := errors.Join(storage.CheckKey(o.Key), w.endTable()); err != nil {
		return err
	}
	// What is in the library is compressed by its own format.
	out, err := w.zip.CreateHeader(&zip.FileHeader{Name: mediaFolder + o.Key, Method: zip.Store})
	if err != nil {
		return fmt.Errorf("begin the object %s: %w", o.Key, err)
	}
	digest := sha256.New()
	n, err := io.CopyBuffer(io.MultiWriter(out, digest), &counted{ctx: ctx, from: io.LimitReader(body, o.Size+1)}, make([]byte, 64<<10))
	if err != nil {
		return fmt.Errorf("copy the object %s: %w", o.Key, err)
	}
	if n != o.Size {
		return fmt.Errorf("copy the object %s: it has %d bytes or more, of %d", o.Key, n, o.Size)
	}
	o.SHA256 = hex.EncodeToString(digest.Sum(nil))
	w.media += n
	return w.list(o)
}

// Sealed is a file that was written.
type Sealed struct {
	Digest string // SHA-256 of all but its end, in hexadecimal digits
	Size   int64
}

// Close ends the archive with its header, of which it fills in the format, the
// tables and the objects.
func (w *Writer) Close(h *Header) (Sealed, error) {
	err := w.endTable()
	if err == nil && h.Media {
		err = w.writeObjects(h)
	}
	if err != nil {
		return Sealed{}, err
	}
	h.Format, h.Tables = Format, append([]Table{}, w.tables...)
	text, err := json.MarshalIndent(h, "", "  ")
	if err != nil {
		return Sealed{}, err
	}
	out, err := w.zip.CreateHeader(&zip.FileHeader{Name: headerName, Method: zip.Store})
	if err != nil {
		return Sealed{}, err
	}
	if _, err := out.Write(append(text, '\n')); err != nil {
		return Sealed{}, err
	}
	if err := w.zip.Close(); err != nil {
		return Sealed{}, err
	}
	digest, err := w.sealer.seal()
	return Sealed{digest, w.sealer.length}, err
}
