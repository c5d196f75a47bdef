package templates

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Limits of a folder of templates.
const (
	maxFile  = 512 << 10
	maxFiles = 1000
)

// Origin is where a file of the set comes from.
type Origin string

// The origins.
const (
	FromSite  Origin = "site"
	FromTheme Origin = "theme"
)

const (
	layoutFile  = "layout.html"
	partialsDir = "partials/"
	localesDir  = "locales/"
	extension   = ".html"
)

// file is a template as it is written.
type file struct {
	path   string // in its folder, such as partials/card.html
	shown  string // in diagnostics
	origin Origin
	mark   string // what the template packages call it; no other file has it
	text   string
}

func (f *file) isPartial() bool { return strings.HasPrefix(f.path, partialsDir) }
func (f *file) isPage() bool    { return !f.isPartial() && f.path != layoutFile }

// partial is the name that {{ template }} calls the file by.
func (f *file) partial() string {
	return strings.TrimSuffix(strings.TrimPrefix(f.path, partialsDir), extension)
}

// at is the place of a byte of the text.
func (f *file) at(offset int) *diag.Source {
	offset = min(max(offset, 0), len(f.text))
	start := strings.LastIndexByte(f.text[:offset], '\n') + 1
	return &diag.Source{
		File:   f.shown,
		Line:   1 + strings.Count(f.text[:offset], "\n"),
		Column: 1 + utf8.RuneCountInString(f.text[start:offset]),
	}
}

// offset is the byte of the text at a line, counted from 1, and a number of
// bytes in it.
func (f *file) offset(line, bytes int) int {
	start := 0
	for ; line > 1; line-- {
		end := strings.IndexByte(f.text[start:], '\n')
		if end < 0 {
			break
		}
		start += end + 1
	}
	return min(start+bytes, len(f.text))
}

// folder is a tree of files that templates and texts are read from.
type folder struct {
	fs     fs.FS
	origin Origin
	prefix string // of names in diagnostics
}

// invalid is a finding in a template, or about one.
func invalid(at *diag.Source, format string, args ...any) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: diag.TemplateInvalid, Phase: diag.Boot, Severity: diag.Error,
		Message: fmt.Sprintf(format, args...), Source: at,
	}
}

func (d folder) shown(name string) string { return d.prefix + name }

// names lists the files that fit, in the order of their names. Those that start
// with a dot are not looked at.
func (d folder) names(fits func(name string) bool) (names []string, problem *diag.Diagnostic) {
	if d.fs == nil {
		return nil, nil
	}
	err := fs.WalkDir(d.fs, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name != "." && strings.HasPrefix(path.Base(name), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir() || !fits(name):
			return nil
		case len(names) == maxFiles:
			return fmt.Errorf("there are more than %d files", maxFiles)
		}
		names = append(names, name)
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, invalid(&diag.Source{File: d.shown("")}, "The folder cannot be read: %v.", err)
	}
	return names, nil
}

// templates reads every template of the folder.
func (d folder) templates() (files []*file, problems diag.List) {
	names, problem := d.names(func(name string) bool { return path.Ext(name) == extension })
	problems.Add(problem)
	for _, name := range names {
		f, problem := d.template(name)
		problems.Add(problem)
		if f != nil {
			files = append(files, f)
		}
	}
	return files, problems
}

func (d folder) template(name string) (*file, *diag.Diagnostic) {
	f := &file{path: name, shown: d.shown(name), origin: d.origin}
	text, err := d.read(name)
	if err != nil {
		return nil, invalid(&diag.Source{File: f.shown}, "The template cannot be read: %v.", err)
	}
	f.text = text
	if !utf8.ValidString(text) {
		return nil, invalid(f.at(firstInvalid(text)), "The template is not UTF-8.")
	}
	return f, nil
}

func (d folder) read(name string) (string, error) {
	info, err := fs.Stat(d.fs, name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", errors.New("it is not a regular file")
	}
	opened, err := d.fs.Open(name)
	if err != nil {
		return "", err
	}
	defer opened.Close()
	text, err := io.ReadAll(io.LimitReader(opened, maxFile+1))
	if err == nil && len(text) > maxFile {
		err = fmt.Errorf("it is larger than %d KiB", maxFile>>10)
	}
	return string(text), err
}

func firstInvalid(text string) int {
	for i, r := range text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return i
			}
		}
	}
	return 0
}
