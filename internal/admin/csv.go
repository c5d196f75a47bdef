package admin

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/inflight"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// csvWriter sends a CSV file (RFC 4180, UTF-8 with a byte order mark, which is how
// spreadsheets know it). It is sent from the first chunk on, or as a whole once
// it is all in kept; what fails before is answered as any failure.
type csvWriter struct {
	*request
	file    string       // without its extension
	counted *spool       // nil: nothing is kept
	chunk   bytes.Buffer // what is written and not yet sent or kept
	csv     *csv.Writer  // into chunk
	cells   []string
	sent    bool // its beginning at least
}

func (s *csvWriter) begun() bool { return s.csv != nil }

func (s *csvWriter) begin(columns []string) error {
	s.chunk.WriteString("\ufeff")
	s.csv = csv.NewWriter(&s.chunk)
	if len(columns) == 0 {
		return nil
	}
	s.cells = make([]string, len(columns))
	return s.row(func(i int) any { return columns[i] })
}

func (s *csvWriter) send() {
	h := s.w.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+s.file+`.csv"`)
	httpx.AllowTime(s.w)
	s.w.WriteHeader(http.StatusOK)
	s.sent = true
}

// row writes one row; value gives what a column holds by its place. The line ends
// in CR LF, while the line breaks inside of a cell stay what they are, which
// csv.Writer does not do; nor does it quote the one cell of a row, which is no
// line to most readers when it is empty.
func (s *csvWriter) row(value func(i int) any) error {
	for i := range s.cells {
		s.cells[i] = cellOf(value(i))
	}
	if len(s.cells) == 1 && s.cells[0] == "" {
		s.chunk.WriteString("\"\"\r\n")
		return nil
	}
	if err := s.csv.Write(s.cells); err != nil {
		return err
	}
	s.csv.Flush()
	s.chunk.Truncate(s.chunk.Len() - len("\n"))
	s.chunk.WriteString("\r\n")
	return s.csv.Error()
}

// flush ends a chunk: what was kept for it is given back. A long file is no fault,
// and holds no connection to the database.
func (s *csvWriter) flush() error {
	var out io.Writer = s.counted
	if s.counted == nil {
		if !s.sent {
			s.send()
		}
		out = s.w
	}
	_, err := s.chunk.WriteTo(out)
	if s.chunk.Cap() > inflight.Small {
		s.chunk = bytes.Buffer{}
	}
	inflight.ReservationOf(s.Context()).Drop()
	return err
}

// end is the answer. Midway a failure breaks the connection, so that nobody takes
// a part of the file for the whole.
func (s *csvWriter) end(err error) error {
	if err == nil && s.counted != nil {
		s.send()
		err = s.counted.copyTo(s.w)
	}
	if err == nil || !s.sent {
		return err
	}
	httpx.LogFailure(s.w, s.Request, err)
	panic(http.ErrAbortHandler)
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
	case json.RawMessage: // of a row of a View; empty where the row has none
		return cellOfJSON(v)
	default:
		return string(jsonvalue.Append(nil, value))
	}
}

func cellOfJSON(value json.RawMessage) string {
	if len(value) == 0 || value[0] == 'n' {
		return ""
	}
	var text string
	if value[0] != '"' || json.Unmarshal(value, &text) != nil {
		return string(value)
	}
	return cellOf(text)
}
