package copies

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// draftPattern names a file that is being written. What a crash leaves has such a
// name.
const draftPattern = ".backup-*.part"

// strayAfter is how long a draft is there before nobody writes it any more.
const strayAfter = 24 * time.Hour

// Folder is a Place on this machine. It is made, for its owner alone, when the first
// copy is.
type Folder string

// Where implements Place.
func (f Folder) Where() string { return string(f) }

// Draft implements Place.
func (f Folder) Draft() (*Draft, error) {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the copies: %w", err)
	}
	f.sweep()
	file, err := os.CreateTemp(string(f), draftPattern) // 0600
	if err != nil {
		return nil, fmt.Errorf("begin a copy: %w", err)
	}
	return &Draft{File: file}, nil
}

// sweep removes the drafts that a crash has left.
func (f Folder) sweep() {
	left, _ := filepath.Glob(filepath.Join(string(f), draftPattern))
	for _, name := range left {
		if info, err := os.Lstat(name); err == nil && time.Since(info.ModTime()) > strayAfter {
			_ = os.Remove(name) // it is tried again the next time
		}
	}
}

// Keep implements Place. It takes no name that is there: two copies of one moment
// are one too many, and a file of somebody else is none of ours.
func (f Folder) Keep(_ context.Context, d *Draft, name, _ string) error {
	if err := d.Sync(); err != nil {
		return fmt.Errorf("write the copy to the disk: %w", err)
	}
	target := filepath.Join(string(f), name)
	if err := os.Link(d.Name(), target); errors.Is(err, fs.ErrExist) {
		return ErrExists
	} else if err != nil {
		if err := renameNew(d.Name(), target); err != nil { // a file system without links
			return err
		}
		d.kept = true
	}
	return syncFolder(string(f))
}

func renameNew(from, to string) error {
	if _, err := os.Lstat(to); err == nil {
		return ErrExists
	}
	return os.Rename(from, to)
}

func syncFolder(name string) error {
	folder, err := os.Open(name)
	if err != nil {
		return err
	}
	if err := folder.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return errors.Join(err, folder.Close())
	}
	return folder.Close()
}

// Open implements Place.
func (f Folder) Open(_ context.Context, name string) (io.ReadSeekCloser, int64, error) {
	if name == "" || strings.ContainsAny(name, "/\\\x00") || name == ".." {
		return nil, 0, ErrNotFound
	}
	file, err := os.OpenInRoot(string(f), name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, ErrNotFound
	}
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotFound
	}
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, info.Size(), nil
}

// List implements Place.
func (f Folder) List(context.Context) (all []Copy, err error) {
	entries, err := os.ReadDir(string(f))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		at, ok := Moment(e.Name())
		info, err := e.Info()
		if ok && err == nil && info.Mode().IsRegular() {
			all = append(all, Copy{e.Name(), at, info.Size()})
		}
	}
	newestFirst(all)
	return all, nil
}

func newestFirst(all []Copy) {
	slices.SortFunc(all, func(a, b Copy) int { return b.At.Compare(a.At) })
}

// Delete implements Place.
func (f Folder) Delete(_ context.Context, name string) error {
	if _, ok := Moment(name); !ok {
		return ErrNotFound
	}
	err := os.Remove(filepath.Join(string(f), name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Close implements Place.
func (Folder) Close() error { return nil }
