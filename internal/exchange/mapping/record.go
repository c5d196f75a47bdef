package mapping

import (
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/exchange"
)

// HTML is the value of a field that is HTML.
type HTML string

// Record is one record of a file. Fields are string, HTML, []string, int64, float64,
// bool, time.Time or what JSON has; an empty one is absent.
type Record struct {
	Kind   string // such as post; "" where a file has one kind
	Key    string // what identifies the record, also in a later file
	Fields map[string]any

	Place  exchange.Place
	Places map[string]exchange.Place // of fields, where they are known
	Size   int

	Problem *diag.Diagnostic // it could not be read
}

// Reader gives the records of a file.
type Reader interface {
	// Next is the next record, or io.EOF. Any other error ends the import.
	Next() (*Record, error)
}

// source is the entries of records.
type source struct {
	from    Reader
	mapping *Mapping
	media   *Folder
	queue   []*exchange.Record
	unused  map[string]int64
}

// Source makes a mapping's entries of what a reader gives. media has the pictures that
// records name; nil for none. left is called at the end with the number of records
// of each kind that the mapping has no use for.
func Source(from Reader, m *Mapping, media *Folder) (s exchange.Source, left func() map[string]int64) {
	made := &source{from: from, mapping: m, media: media, unused: map[string]int64{}}
	return made, func() map[string]int64 { return made.unused }
}

// Next implements exchange.Source.
func (s *source) Next() (*exchange.Record, error) {
	for len(s.queue) == 0 {
		r, err := s.from.Next()
		if err != nil {
			return nil, err
		}
		s.queue = s.mapping.entries(r, s.media)
		if len(s.queue) == 0 {
			s.unused[r.Kind]++
		}
	}
	next := s.queue[0]
	s.queue = s.queue[1:]
	return next, nil
}
