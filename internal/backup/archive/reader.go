package archive

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"strings"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

const (
	maxTables = 100_000
	maxObject = 8 << 10 // of a line of media.ndjson
	// mostDeflated is how many bytes one of DEFLATE stands for at most. A header that
	// counts more has files that lie over one another.
	mostDeflated = 1032

	// MaxRow bounds a row. The longest text that a database holds is that of an entry from
	// a line of an import, which has at most 32 MiB. Here it is a text in JSON once more,
	// where a quote and a backslash take two bytes.
	MaxRow = 72 << 20
)

// Reader reads an archive whose seal was checked. Everything that it says is held
// against what is there; whatever does not fit is a *Fault.
type Reader struct {
	Header Header
	files  map[string]*zip.File
	size   int64
	told   func(bytes int64)
}

// Open reads the directory and the header of an archive, and holds them against one
// another: each name is one that an archive has, and there once. Beside *Fault the
// error is a *NewerFormat.
func Open(from io.ReaderAt, size int64) (*Reader, error) {
	unpacked, err := zip.NewReader(from, size)
	if err != nil {
		return nil, faultf("it is no backup: %v", err)
	}
	r := &Reader{size: size, files: make(map[string]*zip.File, len(unpacked.File))}
	for _, f := range unpacked.File {
		if _, twice := r.files[f.Name]; twice {
			return nil, faultf("it holds %.200q twice", f.Name)
		}
		if f.Method != zip.Store && f.Method != zip.Deflate {
			return nil, faultf("%.200q is compressed in a way that no backup is", f.Name)
		}
		r.files[f.Name] = f
	}
	if err := r.readHeader(); err != nil {
		return nil, err
	}
	return r, r.checkNames()
}

func (r *Reader) readHeader() error {
	f := r.files[headerName]
	if f == nil || f.UncompressedSize64 > maxHeader {
		return faultf("it has no " + headerName + ", and is no backup")
	}
	text, err := readFile(f, maxHeader)
	if err != nil {
		return err
	}
	var known struct {
		Format  int    `json:"format"`
		Program string `json:"program"`
	}
	if err := json.Unmarshal(text, &known); err != nil || known.Format < 1 {
		return faultf("its " + headerName + " cannot be read")
	}
	if known.Format > Format {
		return &NewerFormat{known.Format, known.Program}
	}
	if err := json.Unmarshal(text, &r.Header); err != nil {
		return faultf("its " + headerName + " cannot be read")
	}
	return nil
}

func readFile(f *zip.File, limit int64) ([]byte, error) {
	body, err := f.Open()
	if err != nil {
		return nil, faultf("%.200q cannot be read: %v", f.Name, err)
	}
	defer body.Close()
	text, err := io.ReadAll(io.LimitReader(body, limit))
	if err != nil {
		return nil, faultf("%.200q cannot be read: %v", f.Name, err)
	}
	return text, nil
}

// checkNames holds the names of the files against the header: those of the
// tables, and as many objects as it says.
func (r *Reader) checkNames() error {
	h := &r.Header
	if len(h.Tables) > maxTables {
		return faultf("it has %d tables", len(h.Tables))
	}
	expected := int64(1 + len(h.Tables))
	seen := make(map[string]bool, len(h.Tables))
	room := mostDeflated*r.size + maxHeader
	for _, t := range h.Tables {
		if t.Rows < 0 || t.Bytes < 0 || seen[t.Name] {
			return faultf("its header says %d rows of %d bytes of the table %.200q, or names it twice", t.Rows, t.Bytes, t.Name)
		}
		seen[t.Name] = true
		f := r.files[tableFolder+t.Name+tableSuffix]
		if f == nil || f.UncompressedSize64 != uint64(t.Bytes) {
			return faultf("the table %.200q is missing, or not as long as its header says", t.Name)
		}
		if room -= t.Bytes; room < 0 {
			return faultf("its header counts more bytes than a file of %d can hold", r.size)
		}
	}
	if h.Media {
		expected += 1 + h.Objects
	} else if h.Objects != 0 || h.MediaBytes != 0 {
		return faultf("its header says that it has no media, and counts %d of them", h.Objects)
	}
	if h.MediaBytes < 0 || h.MediaBytes > room {
		return faultf("its header counts more bytes than a file of %d can hold", r.size)
	}
	if h.Objects < 0 || expected != int64(len(r.files)) {
		return faultf("it holds %d files, and should hold %d", len(r.files), expected)
	}
	return nil
}

// Holds reports whether the archive has an object of that key.
func (r *Reader) Holds(key string) bool { return r.files[mediaFolder+key] != nil }

// Progress has told learn of each part that is read, in bytes of Header.Bytes.
func (r *Reader) Progress(told func(bytes int64)) { r.told = told }

// Verify reads all of it and keeps nothing.
func (r *Reader) Verify(ctx context.Context) error {
	for _, t := range r.Header.Tables {
		if err := r.Rows(ctx, t, func([]byte) error { return nil }); err != nil {
			return err
		}
	}
	return r.Objects(ctx, func(_ Object, body io.Reader) error {
		_, err := io.Copy(io.Discard, body)
		return err
	})
}

// Rows calls fn with each row of a table, which lives until fn returns. What fn was
// given is known to be right when Rows returns nil, and no sooner.
func (r *Reader) Rows(ctx context.Context, t Table, fn func(line []byte) error) error {
	f := r.files[tableFolder+t.Name+tableSuffix]
	if f == nil {
		return faultf("it has no table %.200q", t.Name)
	}
	return r.lines(ctx, f, MaxRow, t, fn)
}

// lines reads a file of lines that must be what t says.
func (r *Reader) lines(ctx context.Context, f *zip.File, longest int, t Table, fn func([]byte) error) error {
	body, err := f.Open()
	if err != nil {
		return faultf("%.200q cannot be read: %v", f.Name, err)
	}
	defer body.Close()
	digest := sha256.New()
	counted := &counted{ctx: ctx, from: announced(f, body), told: r.told}
	lines := bufio.NewReaderSize(io.TeeReader(counted, digest), 64<<10)
	var rows int64
	var long []byte
	for {
		line, err := readLine(lines, &long, longest)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return explain(ctx, f, err)
		}
		if rows++; rows > t.Rows {
			return faultf("%.200q has more rows than the %d that its header says", f.Name, t.Rows)
		}
		if err := fn(line); err != nil {
			return err
		}
	}
	if rows != t.Rows || hex.EncodeToString(digest.Sum(nil)) != t.SHA256 {
		return faultf("%.200q has %d rows, which are not the %d that its header says", f.Name, rows, t.Rows)
	}
	return nil
}

// announced is as much of a file as the directory says, and one byte more where there
// is more: whoever hashes it finds that out.
func announced(f *zip.File, body io.Reader) io.Reader {
	return io.LimitReader(body, int64(f.UncompressedSize64)+1) //nolint:gosec // it is that of the header, an int64
}

// explain makes a *Fault of what a file of the archive could not be read for, and
// leaves the end of the context what it is.
func explain(ctx context.Context, f *zip.File, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return faultf("%.200q cannot be read: %v", f.Name, err)
}

var (
	errLong = errors.New("a row is too long")
	errHalf = errors.New("its last row has no end")
)

// readLine is the next line without its end; io.EOF after the last. long keeps what
// does not fit into the buffer of from.
func readLine(from *bufio.Reader, long *[]byte, longest int) ([]byte, error) {
	line, err := from.ReadSlice('\n')
	if err == nil {
		return line[:len(line)-1], nil
	}
	*long = (*long)[:0]
	for errors.Is(err, bufio.ErrBufferFull) {
		if *long = append(*long, line...); len(*long) > longest {
			return nil, errLong
		}
		line, err = from.ReadSlice('\n')
	}
	switch *long = append(*long, line...); {
	case err == nil:
		return bytes.TrimSuffix(*long, []byte("\n")), nil
	case errors.Is(err, io.EOF) && len(*long) > 0:
		return nil, errHalf
	}
	return nil, err
}

// Objects calls fn with each object of the media library and its bytes, all of
// which fn must read. It is of that size and digest when Objects returns nil, and
// no sooner.
func (r *Reader) Objects(ctx context.Context, fn func(o Object, body io.Reader) error) error {
	h := &r.Header
	if !h.Media {
		return nil
	}
	f := r.files[objectsName]
	if f == nil {
		return faultf("it has no " + objectsName)
	}
	left, last := h.MediaBytes, ""
	listed := Table{Name: objectsName, Rows: h.Objects, SHA256: h.MediaSHA256}
	quiet := &Reader{files: r.files}
	err := quiet.lines(ctx, f, maxObject, listed, func(line []byte) error {
		var o Object
		if err := json.Unmarshal(line, &o); err != nil {
			return faultf("its list of objects cannot be read")
		}
		if strings.Compare(o.Key, last) <= 0 || o.Size < 0 || storage.CheckKey(o.Key) != nil {
			return faultf("its list of objects has the key %.200q, which is none, or not in order", o.Key)
		}
		last, left = o.Key, left-o.Size
		return r.object(ctx, o, fn)
	})
	if err == nil && left != 0 {
		return faultf("its objects are not the %d bytes that its header says", h.MediaBytes)
	}
	return err
}

func (r *Reader) object(ctx context.Context, o Object, fn func(o Object, body io.Reader) error) error {
	f := r.files[mediaFolder+o.Key]
	if f == nil || f.UncompressedSize64 != uint64(o.Size) { //nolint:gosec // it is not negative
		return faultf("the object %.200q is missing, or not as long as its list says", o.Key)
	}
	body, err := f.Open()
	if err != nil {
		return faultf("%.200q cannot be read: %v", f.Name, err)
	}
	defer body.Close()
	c := &checkedObject{from: &counted{ctx: ctx, from: announced(f, body), told: r.told}, digest: sha256.New()}
	if err := fn(o, c); err != nil {
		if c.err != nil {
			return explain(ctx, f, c.err)
		}
		return err
	}
	if hex.EncodeToString(c.digest.Sum(nil)) != o.SHA256 {
		return faultf("the object %.200q has other bytes than its list says", o.Key)
	}
	return nil
}

// checkedObject hashes what is read of an object.
type checkedObject struct {
	from   io.Reader
	digest hash.Hash
	err    error // of reading
}

func (c *checkedObject) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.digest.Write(p[:n])
	if err != nil && !errors.Is(err, io.EOF) {
		c.err = err
	}
	return n, err
}
