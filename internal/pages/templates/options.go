package templates

import (
	"html/template"
	"io/fs"
	"runtime"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Options say what a set is made of. The zero value of each limit is its default.
type Options struct {
	Files  fs.FS  // the templates of the site; nil for none
	Theme  fs.FS  // what Files does not have comes from here; nil for none
	Prefix string // of the names of Files in diagnostics, such as templates/

	// Program are templates of the program's own, whose files take the place of
	// those of Files; nil for none.
	Program fs.FS

	// Funcs are functions of the program's own. A name that is taken is refused.
	Funcs template.FuncMap

	// Fixed are functions beside those that every template has.
	Fixed template.FuncMap

	// Properties are those that the entries of pages may have; nil where nobody knows.
	// Of another name in .Data there is a warning.
	Properties []string

	// Zone is where the times of pages are told; nil is UTC.
	Zone *time.Location

	// Needs are the templates that routes name.
	Needs []Need

	// CheckView says why a call of view has no answer for any reader, "" where it may have
	// one; nil checks none.
	CheckView func(ViewCall) string

	// ForbidsScripts says that the pages of the site run none of its own scripts.
	ForbidsScripts bool

	Time   time.Duration // of one render; 2 s
	Bytes  int           // that one render may write; 4 MiB
	Copies int           // of one template that may render at once; more wait
}

// Need is a template that something outside the set names.
type Need struct {
	Name   string       // such as post.html
	Path   string       // of a diagnostic about it
	Source *diag.Source // where it is named

	// Without are fields of the page that such pages do not have, such as Entry: they
	// are nil there, and what is read of them ends the render.
	Without []string
}

const (
	defaultTime  = 2 * time.Second
	defaultBytes = 4 << 20
	minCopies    = 4
)

func (o Options) withDefaults() Options {
	if o.Time <= 0 {
		o.Time = defaultTime
	}
	if o.Bytes <= 0 {
		o.Bytes = defaultBytes
	}
	if o.Copies <= 0 {
		o.Copies = max(minCopies, 2*runtime.GOMAXPROCS(0))
	}
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	return o
}
