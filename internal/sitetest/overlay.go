package sitetest

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/transcript"
)

// overlay is a site folder with the files of a transcript over it. What lies there for
// one machine alone is hidden: names that begin with a dot, but what was
// generated; and so are the tests. Seeds of a transcript stand in for all of the site's.
type overlay struct {
	site, over fs.FS

	ownSeeds bool
}

const (
	seeds     = "seed"
	generated = ".service/generated"
)

func newOverlay(site fs.FS, archive *txtar.Archive, known map[string]string) (*overlay, error) {
	files := &txtar.Archive{}
	o := &overlay{site: site}
	for _, f := range archive.Files {
		if transcript.IsFile(f.Name) {
			files.Files = append(files.Files, txtar.File{Name: f.Name, Data: []byte(transcript.Fill(string(f.Data), known))})
			o.ownSeeds = o.ownSeeds || strings.HasPrefix(f.Name, seeds+"/")
		}
	}
	var err error
	o.over, err = txtar.FS(files)
	return o, err
}

// hides reports whether a file of the site is not part of a test.
func (o *overlay) hides(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	switch {
	case name == ".":
		return false
	case strings.HasPrefix(name, "."):
		return name != generated && !strings.HasPrefix(name, generated+"/")
	}
	return first == Folder || first == seeds && o.ownSeeds
}

// Open implements fs.FS. The files of the transcript come first; a folder has the
// entries of both.
func (o *overlay) Open(name string) (fs.File, error) {
	file, err := o.over.Open(name)
	if err == nil {
		if info, err := file.Stat(); err != nil || !info.IsDir() {
			return file, err
		}
	}
	if o.hides(name) {
		return file, err
	}
	below, missing := o.site.Open(name)
	if missing != nil {
		if err == nil {
			return file, nil
		}
		return nil, missing
	}
	info, unknown := below.Stat()
	if unknown != nil || !info.IsDir() {
		return below, unknown
	}
	entries, unreadable := o.ReadDir(name)
	return &folder{File: below, left: entries}, unreadable
}

// ReadDir implements fs.ReadDirFS.
func (o *overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	entries := map[string]fs.DirEntry{}
	var below []fs.DirEntry
	missing := fs.ErrNotExist
	if !o.hides(name) {
		below, missing = fs.ReadDir(o.site, name)
	}
	for _, each := range below {
		if !o.hides(strings.TrimPrefix(name+"/"+each.Name(), "./")) {
			entries[each.Name()] = each
		}
	}
	over, err := fs.ReadDir(o.over, name)
	for _, each := range over {
		if there := entries[each.Name()]; there == nil || !each.IsDir() {
			entries[each.Name()] = each
		}
	}
	if err != nil && missing != nil {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: errors.Join(missing, err)}
	}
	all := slices.Collect(maps.Values(entries))
	slices.SortFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return all, nil
}

// folder is an open folder with the entries of both.
type folder struct {
	fs.File
	left []fs.DirEntry
}

// ReadDir implements fs.ReadDirFile.
func (f *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	all := f.left
	if n <= 0 {
		f.left = nil
		return all, nil
	}
	if len(all) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(all))
	f.left = all[n:]
	return all[:n], nil
}
