package admin

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// sheet sends a CSV file (RFC 4180, UTF-8 with a byte order mark, which is how
// spreadsheets know it). It is sent from the first chunk on, or as a whole once
// it is all in kept; what fails before is answered as any failure.
type sheet struct {
	*request
	file  string // without its extension
	kept  *spool // nil: nothing is kept
	csv   *csv.Writer
	cells []string
	sent  bool // its beginning at least
}

func (s *sheet) begun() bool { return s.csv != nil }

func (s *sheet) begin(columns []string) error {
	var out io.Writer = s.kept
	if s.kept == nil {
		s.send()
		out = s.w
	}
	if _, err := io.WriteString(out, "\ufeff"); err != nil {
		return err
	}
	s.csv, s.cells = csv.NewWriter(out), make([]string, len(columns))
	s.csv.UseCRLF = true
	if len(columns) == 0 {
		return nil
	}
	return s.csv.Write(guarded(columns))
}

func (s *sheet) send() {
	h := s.w.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+s.file+`.csv"`)
	s.w.WriteHeader(http.StatusOK)
	s.sent = true
}

// row writes one row; value gives what a column holds by its place.
func (s *sheet) row(value func(i int) any) error {
	for i := range s.cells {
		s.cells[i] = cellOf(value(i))
	}
	return s.csv.Write(s.cells)
}

// flush ends a chunk. The next one has the time of an answer for itself: a long
// file on a slow line is no fault, and holds no connection to the database.
func (s *sheet) flush() error {
	s.csv.Flush()
	if s.sent {
		httpx.AllowTime(s.w, s.Request, 0)
	}
	return s.csv.Error()
}

// end is the answer. Midway a failure breaks the connection, so that nobody takes
// a part of the file for the whole.
func (s *sheet) end(err error) (any, error) {
	if err == nil && s.kept != nil {
		httpx.AllowTime(s.w, s.Request, s.kept.length)
		s.send()
		err = s.kept.copyTo(s.w)
	}
	switch {
	case err == nil:
		return sent{}, nil
	case s.sent:
		httpx.LogFailure(s.w, s.Request, err)
		panic(http.ErrAbortHandler)
	}
	return nil, err
}

func guarded(names []string) []string {
	cells := make([]string, len(names))
	for i, name := range names {
		cells[i] = cellOf(name)
	}
	return cells
}

// cellOf is a value as a cell: nothing for null, JSON for arrays and objects. A
// text that a spreadsheet would run is kept from it by an apostrophe.
func cellOf(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		if strings.HasPrefix(v, "\t") || strings.HasPrefix(v, "\r") || strings.IndexAny(v, "=+-@") == 0 {
			return "'" + v
		}
		return v
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return v.String()
	default:
		return string(jsonvalue.Append(nil, value))
	}
}
