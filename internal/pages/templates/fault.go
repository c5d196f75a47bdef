package templates

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"text/template"
	"text/template/parse"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// Fault is why a page could not be rendered, and where.
type Fault struct {
	Source  diag.Source
	Message string
	cause   error
}

// Error says both, as a compiler does.
func (f *Fault) Error() string {
	at := f.Source.File
	if f.Source.Line > 0 {
		at = fmt.Sprintf("%s:%d:%d", at, f.Source.Line, f.Source.Column)
	}
	return at + ": " + f.Message
}

// Unwrap gives the error of a function, if one is behind it.
func (f *Fault) Unwrap() error { return f.cause }

// executing is how text/template says what went wrong while it ran.
var executing = lazyregexp.New(`(?s)^template: (#\d+):(\d+):(\d+): executing ("(?:[^"\\]|\\.)*") at (.*)$`)

// place is how the template packages say where a node is.
var placed = lazyregexp.New(`^(#\d+):(\d+):(\d+)$`)

// failed is the diagnostic of an error of a render. What a read could not do for
// now stays what it is; everything else is a failure of the service.
func (s *Set) failed(err error, page *file) error {
	fault := s.fault(err, page)
	var d *diag.Diagnostic
	if errors.As(err, &d) && d.Status() == http.StatusServiceUnavailable {
		return d.WithCause(fault)
	}
	return diag.Internal(fault)
}

func (s *Set) fault(err error, page *file) *Fault {
	fault := &Fault{Source: diag.Source{File: page.shown}, Message: err.Error(), cause: err}
	var exec template.ExecError
	if !errors.As(err, &exec) {
		return fault
	}
	fault.cause = errors.Unwrap(exec.Err)
	parts := executing.FindStringSubmatch(err.Error())
	if parts == nil {
		return fault
	}
	if source := s.source(parts[1], parts[2], parts[3]); source != nil {
		fault.Source = *source
	}
	fault.Message = parts[5]
	var bound *limitError
	if errors.As(err, &bound) {
		fault.Message = bound.text
	}
	return fault
}

// source is a place as the template packages say it: the mark of a file, a line
// and the number of bytes before it on that line.
func (s *Set) source(mark, line, column string) *diag.Source {
	f := s.marks[mark]
	if f == nil {
		return nil
	}
	l, _ := strconv.Atoi(line)
	c, _ := strconv.Atoi(column)
	return f.at(f.offset(l, c))
}

// locate is the place of a node; nil when it is not known.
func (s *Set) locate(n parse.Node) *diag.Source {
	at, _ := new(parse.Tree).ErrorContext(n)
	parts := placed.FindStringSubmatch(strings.TrimSpace(at))
	if parts == nil {
		return nil
	}
	return s.source(parts[1], parts[2], parts[3])
}
