package exchange

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
)

// maxLine is how long a line may be, in bytes.
const maxLine = 32 << 20

// Files gives the bytes that come with records.
type Files interface {
	// File opens a file by the name that a record gave it.
	File(name string) (io.ReadCloser, error)
}

// Package is an export that is read: lines, and files beside them.
type Package interface {
	Files

	// Line is the next line without its end, valid until the next call, or io.EOF.
	Line() ([]byte, error)

	// Place is where that line is.
	Place() Place

	Close() error
}

// Place is a place in a file.
type Place struct {
	File         string
	Line, Column int // from 1; 0 where it is not known
}

// OpenPackage opens an export: a folder, a file of lines or a tar archive, each of the
// latter compressed or not, or `-` for one of them on stdin.
func OpenPackage(from string, stdin io.Reader) (Package, error) {
	if info, err := os.Stat(from); from != "-" && err == nil && info.IsDir() {
		return openFolder(from)
	}
	r, name, done, err := Open(from, stdin)
	if err != nil {
		return nil, err
	}
	if head, _ := r.Peek(262); len(head) == 262 && string(head[257:]) == "ustar" {
		return &tarPackage{from: tar.NewReader(r), name: name, done: done}, nil
	}
	return &linePackage{lineReader: lineReader{from: r, place: Place{File: name}}, done: done}, nil
}

// Open opens a file, or stdin for `-`, and takes off its compression. name is what
// diagnostics call it.
func Open(from string, stdin io.Reader) (r *bufio.Reader, name string, done func() error, err error) {
	name, done = from, func() error { return nil }
	if from == "-" {
		name, r = "stdin", bufio.NewReaderSize(stdin, 64<<10)
	} else {
		file, err := os.Open(from)
		if err != nil {
			return nil, "", nil, err
		}
		r, done = bufio.NewReaderSize(file, 64<<10), file.Close
	}
	if head, _ := r.Peek(2); bytes.Equal(head, []byte{0x1f, 0x8b}) {
		zipped, err := gzip.NewReader(r)
		if err != nil {
			return nil, "", nil, errors.Join(damaged(Place{File: name}, "The compression of the file is damaged.", err), done())
		}
		r = bufio.NewReaderSize(zipped, 64<<10)
	}
	return r, name, done, nil
}

// damaged is IMPORT_FILE_INVALID at a place.
func damaged(at Place, message string, cause error) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: diag.ImportFileInvalid, Phase: diag.Validate, Severity: diag.Error, Path: "input#", Message: message, Source: at.source()}
	return d.WithCause(cause)
}

func (p Place) source() *diag.Source {
	return &diag.Source{File: p.File, Line: p.Line, Column: p.Column}
}

// lineReader reads lines of bounded length.
type lineReader struct {
	from  *bufio.Reader
	place Place
	held  []byte
}

func (r *lineReader) Place() Place { return r.place }

func (r *lineReader) Line() ([]byte, error) {
	for {
		text, err := r.read()
		if err != nil || len(bytes.TrimSpace(text)) > 0 {
			return text, err
		}
	}
}

func (r *lineReader) read() ([]byte, error) {
	r.place.Line++
	r.place.Column = 1
	if cap(r.held) > 1<<20 {
		r.held = nil
	}
	r.held = r.held[:0]
	for {
		part, err := r.from.ReadSlice('\n')
		if len(r.held)+len(part) > maxLine {
			return nil, damaged(r.place, "The line is longer than 32 MiB.", nil)
		}
		r.held = append(r.held, part...)
		switch {
		case err == nil, errors.Is(err, io.EOF) && len(r.held) > 0:
			return bytes.TrimSuffix(r.held, []byte("\n")), nil
		case errors.Is(err, io.EOF):
			return nil, io.EOF
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, damaged(r.place, "The file cannot be read to its end.", err)
		}
	}
}

// linePackage is a file of lines.
type linePackage struct {
	lineReader
	done func() error
}

func (p *linePackage) Close() error { return p.done() }

func (*linePackage) File(string) (io.ReadCloser, error) { return nil, noFile() }

func noFile() error {
	return diag.At(diag.MediaObjectNotFound, "input#/variants", "The bytes of the asset are not in the export.")
}

// folderPackage is a file of lines with files beside it.
type folderPackage struct {
	linePackage
	root *os.Root
}

func openFolder(dir string) (Package, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	file, err := root.Open(linesFile)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("the folder %s is not an export: it has no %s", dir, linesFile)
	}
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	lines := linePackage{lineReader{from: bufio.NewReaderSize(file, 64<<10), place: Place{File: filepath.ToSlash(filepath.Join(dir, linesFile))}}, file.Close}
	return &folderPackage{lines, root}, nil
}

func (p *folderPackage) Close() error { return errors.Join(p.linePackage.Close(), p.root.Close()) }

func (p *folderPackage) File(name string) (io.ReadCloser, error) {
	if !fs.ValidPath(name) {
		return nil, noFile()
	}
	file, err := p.root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, diag.As(noFile()).WithCause(err)
	}
	return file, nil
}

// tarPackage is an archive, read in one pass.
type tarPackage struct {
	from *tar.Reader
	name string
	done func() error
	text *lineReader
	next *tar.Header // a member that was met and not yet read
}

func (p *tarPackage) Close() error { return p.done() }

func (p *tarPackage) Place() Place {
	if p.text == nil {
		return Place{File: p.name}
	}
	return p.text.place
}

// Line passes over files that nobody has asked for.
func (p *tarPackage) Line() ([]byte, error) {
	for {
		if p.text != nil {
			text, err := p.text.Line()
			if !errors.Is(err, io.EOF) {
				return text, err
			}
			p.text = nil
		}
		member, err := p.member()
		if err != nil {
			return nil, err
		}
		if p.next = nil; path.Dir(member.Name) == "." && strings.HasSuffix(member.Name, ".ndjson") {
			p.text = &lineReader{from: bufio.NewReaderSize(p.from, 64<<10), place: Place{File: p.name + ":" + member.Name}}
		}
	}
}

func (p *tarPackage) member() (*tar.Header, error) {
	if p.next != nil {
		return p.next, nil
	}
	member, err := p.from.Next()
	if err != nil && !errors.Is(err, io.EOF) {
		err = damaged(Place{File: p.name}, "The archive is damaged or cut off.", err)
	}
	p.next = member
	return member, err
}

// File is the member that follows the line of its asset.
func (p *tarPackage) File(name string) (io.ReadCloser, error) {
	p.text = nil // whose last line it was
	member, err := p.member()
	if errors.Is(err, io.EOF) || err == nil && member.Name != name {
		return nil, noFile()
	}
	if err != nil {
		return nil, err
	}
	p.next = nil
	return io.NopCloser(p.from), nil
}

// Damaged is IMPORT_FILE_INVALID at a place.
func Damaged(at Place, message string, cause error) error { return damaged(at, message, cause) }
