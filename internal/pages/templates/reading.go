package templates

import (
	"errors"
	"html/template"

	"github.com/quartet-dev/quartet/internal/pages/page"
)

// maxEntries is how many entries one call of entries may ask for.
const maxEntries = 100

// readingFunctions read what an anonymous caller may read.
func (s *state) readingFunctions() template.FuncMap {
	return template.FuncMap{
		"view":    s.view,
		"entry":   s.entry,
		"entries": s.entries,
		"newer":   func(e *page.Entry) (*page.Entry, error) { err := s.beside(e); return s.newer, err },
		"older":   func(e *page.Entry) (*page.Entry, error) { err := s.beside(e); return s.older, err },
		"asset":   s.asset,
		"url":     s.url,
	}
}

var errNoSource = errors.New("this page reads nothing")

// source is what functions read, while there is time to.
func (s *state) source() (page.Source, error) {
	if err := s.look(); err != nil {
		return nil, err
	}
	if s.render.Source == nil {
		return nil, errNoSource
	}
	return s.render.Source, nil
}

func (s *state) view(name string, params ...map[string]any) ([]map[string]any, error) {
	source, err := s.source()
	if err != nil {
		return nil, err
	}
	var given map[string]any
	switch len(params) {
	case 0:
	case 1:
		given = params[0]
	default:
		return nil, errors.New("the params of a View are one dict")
	}
	return source.View(s.context(), name, given)
}

func (s *state) entry(collection, slug any) (*page.Entry, error) {
	source, err := s.source()
	if err != nil {
		return nil, err
	}
	return source.Entry(s.context(), plain(collection), plain(slug))
}

func (s *state) entries(collection any, limit int) ([]*page.Entry, error) {
	source, err := s.source()
	if err != nil {
		return nil, err
	}
	if limit < 1 {
		return nil, nil
	}
	return source.Entries(s.context(), plain(collection), min(limit, maxEntries))
}

// beside reads what is next to an entry, once for newer and older.
func (s *state) beside(e *page.Entry) error {
	if e == nil || e == s.besideOf {
		if e == nil {
			s.besideOf, s.newer, s.older = nil, nil, nil
		}
		return nil
	}
	source, err := s.source()
	if err != nil {
		return err
	}
	newer, older, err := source.Beside(s.context(), e)
	if err == nil {
		s.besideOf, s.newer, s.older = e, newer, older
	}
	return err
}

func (s *state) asset(name any) (string, error) {
	source, err := s.source()
	if err != nil {
		return "", err
	}
	return source.Asset(s.context(), plain(name))
}

func (s *state) url(path any) (string, error) {
	source, err := s.source()
	if err != nil {
		return "", err
	}
	return source.Absolute(plain(path)), nil
}
