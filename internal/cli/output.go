package cli

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/diag"
)

// outputs are the files that a command writes. mirrored is a folder in which no
// other files stay, "" for none.
type outputs struct {
	command  string // which writes them
	files    []output
	mirrored string
}

// output is a file in a folder. A name that leads out of the folder is refused. A
// file in its place that does not begin with header is somebody's own, and stays.
type output struct {
	dir, name string
	content   []byte
	header    string
}

func (o output) path() string {
	return filepath.ToSlash(filepath.Join(o.dir, filepath.FromSlash(o.name)))
}

func (all *outputs) add(dir, name string, content []byte) {
	all.addOwn(dir, name, content, "")
}

// addOwn is add for a file that may have somebody's own in its place.
func (all *outputs) addOwn(dir, name string, content []byte, header string) {
	all.files = append(all.files, output{dir, name, content, header})
}

// settled is what became of outputs. stale says of each file that is not as it
// would be written, why; there is none where files were written.
type settled struct {
	written, removed, unchanged []string
	stale                       diag.List
}

// settle writes the files that are not as they should be, each as a whole or not at
// all. With check it writes nothing and says which those are. Where a file of
// somebody's own is in the way, nothing is written.
func (all *outputs) settle(check bool) (settled, error) {
	var done settled
	var differing []output
	for _, each := range all.files {
		found, err := os.ReadFile(each.path())
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return done, err
		}
		switch isThere := err == nil; {
		case isThere && bytes.Equal(found, each.content):
			done.unchanged = append(done.unchanged, each.path())
		case isThere && !bytes.HasPrefix(found, []byte(each.header)):
			return done, misuse{fmt.Errorf("%s is not generated, and would be overwritten; rename it", each.path())}
		case check:
			done.stale.Add(each.stale(found, isThere, all.command))
		default:
			differing = append(differing, each)
		}
	}
	for _, each := range differing {
		if err := each.write(); err != nil {
			return done, fmt.Errorf("write %s: %w", each.path(), err)
		}
		done.written = append(done.written, each.path())
	}
	return done, all.sweep(&done, check)
}

// write puts the file in the place of an earlier one at once.
func (o output) write() error {
	name := filepath.FromSlash(o.name)
	if err := os.MkdirAll(o.dir, 0o755); err != nil { //nolint:gosec // source text, as the manifests beside it
		return err
	}
	root, err := os.OpenRoot(o.dir)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // a folder that was read
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	partial := filepath.Join(filepath.Dir(name), "."+rand.Text())
	if err := root.WriteFile(partial, o.content, 0o644); err != nil {
		return errors.Join(err, root.RemoveAll(partial))
	}
	if err := root.Rename(partial, name); err != nil {
		return errors.Join(err, root.RemoveAll(partial))
	}
	return nil
}

// stale says why a file is not what would be written.
func (o output) stale(found []byte, isThere bool, command string) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: diag.GeneratedStale, Phase: diag.Validate, Severity: diag.Error,
		Path: o.path() + "#", Source: &diag.Source{File: o.path()}, Suggestion: command,
	}
	if !isThere {
		d.Message = "The file is missing."
		return d
	}
	d.Message = "The file is not what the manifests give."
	if line, want, ok := differ(found, o.content); ok {
		d.Source.Line, d.Source.Column, d.Expected = line, 1, want
		d.Message = "From this line on, the file is not what the manifests give."
	}
	return d
}

// differ is the first line of a text that is not as wanted, and what it should be.
func differ(found, want []byte) (number int, line string, isText bool) {
	if !utf8.Valid(want) || !utf8.Valid(found) {
		return 0, "", false
	}
	for number = 1; ; number++ {
		has, rest, _ := bytes.Cut(found, []byte("\n"))
		should, more, _ := bytes.Cut(want, []byte("\n"))
		if !bytes.Equal(has, should) {
			return number, string(should), true
		}
		if len(rest) == 0 || len(more) == 0 { // one text goes on where the other ends
			should, _, _ = bytes.Cut(more, []byte("\n"))
			return number + 1, string(should), true
		}
		found, want = rest, more
	}
}

// sweep removes what else is in the mirrored folder.
func (all *outputs) sweep(done *settled, check bool) error {
	if all.mirrored == "" {
		return nil
	}
	ours := make(map[string]bool)
	for _, each := range all.files {
		ours[each.path()] = true
	}
	entries, err := os.ReadDir(all.mirrored)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		path := filepath.ToSlash(filepath.Join(all.mirrored, entry.Name()))
		switch {
		case ours[path] || entry.IsDir():
		case check:
			done.stale.Add(&diag.Diagnostic{
				Code: diag.GeneratedStale, Phase: diag.Validate, Severity: diag.Error, Path: path + "#", Source: &diag.Source{File: path},
				Message: "The file belongs to another version of the Admin application.", Suggestion: all.command,
			})
		default:
			err = errors.Join(err, os.Remove(path))
			done.removed = append(done.removed, path)
		}
	}
	return err
}

// listed is a list that JSON shows as one when it is empty, too.
func listed(paths []string) []string {
	if paths == nil {
		return []string{}
	}
	return paths
}
