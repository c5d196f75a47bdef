package settings

import (
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// place finds what was declared where. The zero value knows no file.
type place struct {
	file  string
	root  *yamldoc.Node
	phase diag.Phase

	program bool // the routes are the program's
}

// Refuse makes the error of a setting whose shape is right and whose meaning is
// not, at its line and column. The pointer is that of a value in quartet.yaml,
// such as /routes/collections/0/slug; for a key that is not there, the place is
// the nearest mapping or list that is. Routes of a program have a path and no place.
func (s *Settings) Refuse(code diag.Code, pointer, message string) *diag.Diagnostic {
	return s.place.report(code, diag.Error, pointer, message)
}

// Warn is Refuse for what does not stop a start.
func (s *Settings) Warn(code diag.Code, pointer, message string) *diag.Diagnostic {
	return s.place.report(code, diag.Warning, pointer, message)
}

func (p place) report(code diag.Code, severity diag.Severity, pointer, message string) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: code, Phase: p.phase, Severity: severity, Path: pathOf(pointer), Message: message}
	switch {
	case p.program && isRoutes(pointer):
		d.Path = programPath + pointer
	case p.root != nil:
		_, n := p.root.Nearest(pointer)
		d.Source = &diag.Source{File: p.file, Line: n.Pos.Line, Column: n.Pos.Column}
	}
	return d
}
