package sitetest

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// Folder is the folder of a site that holds its transcripts, and extension ends
// their names.
const (
	Folder    = "tests"
	extension = ".txtar"
)

// Test is one transcript.
type Test struct {
	Name string // its path below the folder, without extension
	File string // as the caller would name it
}

// Find finds the transcripts of the site in dir, in the order of their names: those whose
// name has a match of pattern, or all where it is nil. A site without the folder has none.
func Find(dir string, pattern *regexp.Regexp) (tests []Test, err error) {
	folder := filepath.Join(dir, Folder)
	err = fs.WalkDir(os.DirFS(folder), ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, ok := strings.CutSuffix(file, extension)
		if ok && entry.Type().IsRegular() && (pattern == nil || pattern.MatchString(name)) {
			tests = append(tests, Test{name, path.Join(filepath.ToSlash(folder), file)})
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return tests, err
}
