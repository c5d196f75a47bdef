package staticsite

import (
	"bufio"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// install puts the files that wait into their places and removes those of the export
// before that are not made any more. While it does, the marker says so.
func (f *folder) install() (written, removed int64, err error) {
	stale, err := f.stale()
	if err != nil {
		return 0, 0, err
	}
	if f.changed == 0 && len(stale) == 0 && f.state == whole {
		return 0, 0, nil
	}
	if err := f.mark(broken, stale); err != nil {
		return 0, 0, err
	}
	for _, name := range stale {
		if err := f.remove(name); err != nil {
			return 0, removed, err
		}
		removed++
	}
	if err := f.move(); err != nil {
		return 0, removed, err
	}
	return f.changed, removed, f.mark(whole, nil)
}

// stale are the files of the export before that this one does not make.
func (f *folder) stale() (names []string, err error) {
	err = f.eachListed(func(name string) error {
		if _, made := f.names[digestOf(name)]; !made {
			names = append(names, name)
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return names, err
}

// remove removes a file, and the folders that it leaves empty.
func (f *folder) remove(name string) error {
	if err := f.root.Remove(filepath.FromSlash(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dir := path.Dir(name)
	for dir != "." && f.root.Remove(filepath.FromSlash(dir)) == nil { // until one holds something
		dir = path.Dir(dir)
	}
	return nil
}

// move moves what waits.
func (f *folder) move() error {
	return f.eachWaiting(func(name string) error {
		if isOurs(name) {
			return nil // of an answer that was not kept
		}
		to := filepath.FromSlash(name)
		if err := f.root.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return f.root.Rename(filepath.FromSlash(path.Join(waitingName, name)), to)
	})
}

func (f *folder) eachWaiting(use func(name string) error) error {
	return fs.WalkDir(f.root.FS(), waitingName, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return use(strings.TrimPrefix(name, waitingName+"/"))
	})
}

// mark writes the marker: a state, and the files that are there or wait, and others.
func (f *folder) mark(state string, others []string) error {
	partial := path.Join(waitingName, markerName)
	file, err := f.root.Create(partial)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(file)
	line := func(name string) error {
		_, err := out.WriteString(name + "\n")
		return err
	}
	err = line(state)
	if err == nil {
		err = f.eachMade(line)
	}
	for _, name := range others {
		err = errors.Join(err, line(name))
	}
	if err = errors.Join(err, out.Flush(), file.Close()); err != nil {
		return err
	}
	return f.root.Rename(partial, markerName)
}

// eachMade goes through the files of this export, those in their places and then those
// that wait.
func (f *folder) eachMade(use func(name string) error) error {
	err := fs.WalkDir(f.root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == waitingName:
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		if _, made := f.names[digestOf(name)]; !made || f.waits(name) {
			return nil
		}
		return use(name)
	})
	if err != nil {
		return err
	}
	return f.eachWaiting(func(name string) error {
		if isOurs(name) {
			return nil
		}
		return use(name)
	})
}

func (f *folder) waits(name string) bool {
	_, err := f.root.Lstat(filepath.FromSlash(path.Join(waitingName, name)))
	return err == nil
}
