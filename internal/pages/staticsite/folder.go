package staticsite

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// The names of the service's own in a folder: the marker, which lists the files of the
// export, and the folder that files wait in until all of them are made.
const (
	markerName  = ".quartet-export"
	waitingName = ".quartet-export.new"
)

// The first line of a marker.
const (
	whole  = "quartet pages export: whole"
	broken = "quartet pages export: incomplete; export again"
)

// ErrOccupied refuses a folder that holds something and is of no export.
var ErrOccupied = errors.New("the folder is not empty, and no export has made it")

// folder is the target of an export.
type folder struct {
	root    *os.Root
	before  map[digest]struct{} // the files of the export before
	names   map[digest]struct{} // those of this one
	state   string              // of the export before; "" for none
	force   bool
	changed int64
	scratch int
}

func openFolder(dir string, force bool) (*folder, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // files for everybody
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	f := &folder{root: root, names: map[digest]struct{}{}, before: map[digest]struct{}{}, force: force}
	if err := f.begin(); err != nil {
		_ = root.Close()
		return nil, err
	}
	return f, nil
}

// begin reads the marker and clears what a broken export has left.
func (f *folder) begin() error {
	err := f.eachListed(func(name string) error {
		f.before[digestOf(name)] = struct{}{}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = f.checkEmpty()
	}
	if err == nil {
		err = f.root.RemoveAll(waitingName)
	}
	if err == nil {
		err = f.root.Mkdir(waitingName, 0o755)
	}
	return err
}

// checkEmpty refuses a folder that holds something of somebody's.
func (f *folder) checkEmpty() error {
	held, err := fs.ReadDir(f.root.FS(), ".")
	if err != nil || f.force {
		return err
	}
	for _, each := range held {
		if each.Name() != waitingName {
			return ErrOccupied
		}
	}
	return nil
}

// eachListed goes through the names in the marker.
func (f *folder) eachListed(use func(name string) error) error {
	marker, err := f.root.Open(markerName)
	if err != nil {
		return err
	}
	defer marker.Close() //nolint:errcheck // a file that was read
	lines := bufio.NewScanner(marker)
	lines.Buffer(nil, 64<<10)
	if !lines.Scan() || lines.Text() != whole && lines.Text() != broken {
		return fmt.Errorf("%s is not the marker of an export", markerName)
	}
	f.state = lines.Text()
	for lines.Scan() {
		if name := lines.Text(); fs.ValidPath(name) && !isOurs(name) {
			if err := use(name); err != nil {
				return err
			}
		}
	}
	return lines.Err()
}

func isOurs(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return strings.HasPrefix(first, markerName)
}

// close removes what waits.
func (f *folder) close() {
	_ = f.root.RemoveAll(waitingName) // the next export does it, too
	_ = f.root.Close()
}

// errNoName is that of an address which no file can be named for.
var errNoName = errors.New("the address cannot be the name of a file")

func isNoName(err error) bool {
	return errors.Is(err, errNoName) || errors.Is(err, syscall.ENAMETOOLONG) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EISDIR) || errors.Is(err, syscall.EINVAL)
}

// claim notes the name of a file, and refuses one that another address has, or a file of
// somebody else.
func (f *folder) claim(name string) error {
	key := digestOf(name)
	if _, taken := f.names[key]; taken || strings.ContainsAny(name, "\n\r") {
		return errNoName
	}
	if _, ours := f.before[key]; !ours && !f.force {
		if _, err := f.root.Lstat(filepath.FromSlash(name)); err == nil {
			return fmt.Errorf("%s is there, and no export has made it; move it away, or replace it with --force", name)
		}
	}
	f.names[key] = struct{}{}
	return nil
}

// write has a file wait, unless the folder has it with this content.
func (f *folder) write(name string, content []byte) error {
	if err := f.claim(name); err != nil {
		return err
	}
	if f.same(name, bytes.NewReader(content), int64(len(content))) {
		return nil
	}
	waiting := filepath.FromSlash(path.Join(waitingName, name))
	if err := f.root.MkdirAll(filepath.Dir(waiting), 0o755); err != nil {
		return err
	}
	if err := f.root.WriteFile(waiting, content, 0o644); err != nil {
		return err
	}
	f.changed++
	return nil
}

// temporary is a file for an answer that is not held.
func (f *folder) temporary() (*os.File, error) {
	f.scratch++
	return f.root.OpenFile(filepath.Join(waitingName, fmt.Sprintf("%s.%d", markerName, f.scratch)), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o644)
}

// take is write for a file of temporary; nil is an empty one.
func (f *folder) take(name string, file *os.File) error {
	if file == nil {
		return f.write(name, nil)
	}
	scratch := filepath.Join(waitingName, filepath.Base(file.Name()))
	if err := f.claim(name); err != nil {
		return errors.Join(err, f.root.Remove(scratch))
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return err
	}
	same := f.same(name, file, size)
	if err := file.Close(); err != nil {
		return err
	}
	if same {
		return f.root.Remove(scratch)
	}
	waiting := filepath.FromSlash(path.Join(waitingName, name))
	if err := f.root.MkdirAll(filepath.Dir(waiting), 0o755); err != nil {
		return err
	}
	if err := f.root.Rename(scratch, waiting); err != nil {
		return err
	}
	f.changed++
	return nil
}

// same reports whether the folder has a file with this content.
func (f *folder) same(name string, content io.Reader, size int64) bool {
	file, err := f.root.Open(filepath.FromSlash(name))
	if err != nil {
		return false
	}
	defer file.Close() //nolint:errcheck // a file that was read
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() != size {
		return false
	}
	return equal(file, content)
}

func equal(a, b io.Reader) bool {
	one, other := make([]byte, 32<<10), make([]byte, 32<<10)
	for {
		n, err := io.ReadFull(a, one)
		m, _ := io.ReadFull(b, other)
		if !bytes.Equal(one[:n], other[:m]) {
			return false
		}
		if err != nil {
			return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		}
	}
}
