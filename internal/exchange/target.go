package exchange

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
)

// linesFile is the file of a folder that holds the lines.
const linesFile = "entries.ndjson"

// Create makes the target of an export at a path: `-` is stdout, a name that ends in
// .tar an archive, in .gz or .tgz a compressed one, a folder or a path that ends in /
// a folder, and anything else a file of lines. finish keeps what was written when
// the export is whole, and discards it otherwise; a folder keeps the media that it
// has, so that the next export goes on from there.
func Create(to string, withMedia bool, stdout io.Writer) (_ Target, finish func(whole bool) error, err error) {
	switch {
	case to == "-" && withMedia:
		return closing(newArchive(stdout), func(bool) error { return nil })
	case to == "-":
		return closing(newLines(stdout), func(bool) error { return nil })
	case isFolder(to, withMedia):
		return createFolder(to)
	}
	file, settle, err := createFile(to)
	if err != nil {
		return nil, nil, err
	}
	var w io.Writer = file
	name := strings.ToLower(to)
	if strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".tgz") {
		zipped := gzip.NewWriter(file)
		keep := settle
		w, settle = zipped, func(whole bool) error {
			return errors.Join(zipped.Close(), keep(whole))
		}
	}
	if isArchive(name) {
		return closing(newArchive(w), settle)
	}
	return closing(newLines(w), settle)
}

func isArchive(name string) bool {
	return strings.HasSuffix(name, ".tar") || strings.HasSuffix(name, ".tar.gz") || strings.HasSuffix(name, ".tgz")
}

func isFolder(to string, withMedia bool) bool {
	if strings.HasSuffix(to, "/") || strings.HasSuffix(to, string(filepath.Separator)) {
		return true
	}
	info, err := os.Stat(to)
	return err == nil && info.IsDir() || withMedia && !isArchive(strings.ToLower(to))
}

type closer interface {
	Target
	end() error
}

func closing(t closer, settle func(whole bool) error) (Target, func(bool) error, error) {
	return t, func(whole bool) error {
		err := t.end()
		return errors.Join(err, settle(whole && err == nil))
	}, nil
}

// createFile makes a file that takes its name when it is whole.
func createFile(name string) (*os.File, func(whole bool) error, error) {
	partial := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"."+rand.Text()[:8])
	file, err := os.OpenFile(partial, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, nil, err
	}
	return file, func(whole bool) error {
		var err error
		if whole {
			err = file.Sync()
		}
		if err = errors.Join(err, file.Close()); err == nil && whole {
			return os.Rename(partial, name)
		}
		return errors.Join(err, os.Remove(partial))
	}, nil
}

// lines is a target of lines alone.
type lines struct{ *bufio.Writer }

func newLines(w io.Writer) lines { return lines{bufio.NewWriterSize(w, 64<<10)} }

func (l lines) end() error { return l.Flush() }

var errNoFiles = errors.New("a file of lines cannot hold media; name a folder or a .tar archive")

func (lines) File(string, int64, string, io.Reader) error { return errNoFiles }

// folder is a target of a file of lines with files beside it.
type folder struct {
	lines
	root *os.Root
}

func createFolder(to string) (Target, func(bool) error, error) {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return nil, nil, err
	}
	root, err := os.OpenRoot(to)
	if err != nil {
		return nil, nil, err
	}
	file, settle, err := createFile(filepath.Join(to, linesFile))
	if err != nil {
		return nil, nil, errors.Join(err, root.Close())
	}
	return closing(folder{newLines(file), root}, func(whole bool) error {
		return errors.Join(settle(whole), root.Close())
	})
}

// File leaves a file of the same bytes.
func (f folder) File(name string, size int64, sum string, bytes io.Reader) error {
	name = filepath.FromSlash(name)
	if there, err := f.root.Open(name); err == nil {
		found, err := sumOf(there)
		if err = errors.Join(err, there.Close()); err == nil && found == sum {
			return nil
		}
	}
	if err := f.root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	partial := filepath.Join(filepath.Dir(name), "."+rand.Text()[:8])
	file, err := f.root.OpenFile(partial, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	err = copySummed(file, bytes, size, sum)
	if err = errors.Join(err, file.Close()); err == nil {
		err = f.root.Rename(partial, name)
	}
	if err != nil {
		err = errors.Join(err, f.root.Remove(partial))
	}
	return err
}

func sumOf(r io.Reader) (string, error) {
	sum := sha256.New()
	_, err := io.Copy(sum, r)
	return hex.EncodeToString(sum.Sum(nil)), err
}

// copySummed copies bytes that must be of a size and checksum; "" for any.
func copySummed(w io.Writer, r io.Reader, size int64, want string) error {
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(w, sum), io.LimitReader(r, size+1))
	switch found := hex.EncodeToString(sum.Sum(nil)); {
	case err != nil:
		return err
	case n != size:
		return diag.At(diag.MediaChecksumMismatch, "input#", fmt.Sprintf("The file has another size than the %d bytes that were told.", size))
	case want != "" && found != want:
		return diag.At(diag.MediaChecksumMismatch, "input#", "The SHA-256 of the file differs from the announced one.")
	}
	return nil
}

// archive is a target that is a tar archive: members of lines, each of which ends
// where a file comes or enough has come.
type archive struct {
	to      *tar.Writer
	pending []byte
	members int
}

// memberBytes ends a member of lines.
const memberBytes = 1 << 20

func newArchive(w io.Writer) *archive { return &archive{to: tar.NewWriter(w)} }

func (a *archive) Write(text []byte) (int, error) {
	a.pending = append(a.pending, text...)
	if len(a.pending) < memberBytes {
		return len(text), nil
	}
	return len(text), a.flush()
}

func (a *archive) flush() error {
	if len(a.pending) == 0 {
		return nil
	}
	a.members++
	err := a.begin(fmt.Sprintf("entries-%08d.ndjson", a.members), int64(len(a.pending)))
	if err == nil {
		_, err = a.to.Write(a.pending)
	}
	a.pending = a.pending[:0]
	return err
}

// begin begins a member without a time or an owner: exports of the same data are equal.
func (a *archive) begin(name string, size int64) error {
	return a.to.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: path.Clean(name), Size: size, Mode: 0o600, Format: tar.FormatPAX})
}

func (a *archive) File(name string, size int64, sum string, bytes io.Reader) error {
	if err := a.flush(); err != nil {
		return err
	}
	if err := a.begin(name, size); err != nil {
		return err
	}
	return copySummed(a.to, bytes, size, sum)
}

func (a *archive) end() error { return errors.Join(a.flush(), a.to.Close()) }
