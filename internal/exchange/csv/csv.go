package csv

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/exchange"
	"github.com/quartet-dev/quartet/internal/exchange/mapping"
)

// maxColumns is how many columns a file may have.
const maxColumns = 1000

// Reader reads the lines of a file.
type Reader struct {
	file    string
	bounded *exchange.Bounded
	lines   *csv.Reader
	names   []string
	line    int // where the last record began
}

// Open reads the names of the columns. A column that the mapping asks for and that is
// not there is IMPORT_FILE_INVALID.
func Open(file string, from io.Reader, m *mapping.Mapping) (*Reader, error) {
	bounded := exchange.NewBounded(from)
	text := bufio.NewReader(bounded)
	if mark, _ := text.Peek(3); string(mark) == "\uFEFF" {
		_, _ = text.Discard(3) // which are there
	}
	r := &Reader{file: file, bounded: bounded, lines: csv.NewReader(text)}
	if r.lines.ReuseRecord = true; m.Delimiter != 0 {
		r.lines.Comma = m.Delimiter
	}
	names, err := r.lines.Read()
	if err != nil {
		return nil, r.damaged(1, "The first line of the file names its columns; it cannot be read.", err)
	}
	for _, name := range names {
		r.names = append(r.names, strings.TrimSpace(name))
	}
	return r, r.check(m)
}

// check holds the columns against the mapping.
func (r *Reader) check(m *mapping.Mapping) error {
	if len(r.names) > maxColumns {
		return r.damaged(1, "The file has more than 1,000 columns.", nil)
	}
	for i, name := range r.names {
		if first := slices.Index(r.names, name); name != "" && first < i {
			return r.damaged(1, "Two columns of the file have the name "+strconv.Quote(name)+".", nil)
		}
	}
	for _, name := range m.Fields() {
		if !slices.Contains(r.names, name) {
			d := diag.As(r.damaged(1, "The file has no column "+strconv.Quote(name)+", which the mapping names.", nil))
			d.Candidates, d.Suggestion = r.names, diag.Nearest(name, r.names)
			return d
		}
	}
	return nil
}

func (r *Reader) damaged(line int, message string, err error) error {
	return exchange.Damaged(exchange.Place{File: r.file, Line: line, Column: 1}, message, err)
}

// Next implements mapping.Reader.
func (r *Reader) Next() (*mapping.Record, error) {
	r.bounded.Next()
	cells, err := r.lines.Read()
	var malformed *csv.ParseError
	switch {
	case errors.Is(err, io.EOF):
		return nil, err
	case errors.As(err, &malformed):
		return r.malformed(malformed), nil
	case err != nil:
		message := "The file cannot be read to its end."
		if errors.Is(err, exchange.ErrTooLong) {
			message = "A line of the file is longer than 8 MiB; a quote may be missing behind a field."
		}
		return nil, r.damaged(r.line+1, message, err)
	}
	return r.record(cells), nil
}

func (r *Reader) malformed(err *csv.ParseError) *mapping.Record {
	at := exchange.Place{File: r.file, Line: err.Line, Column: err.Column}
	message := "A quote stands here that does not belong to a field in quotes."
	if errors.Is(err.Err, csv.ErrFieldCount) {
		message = "The line has another number of fields than the first line, which has " + strconv.Itoa(len(r.names)) + "."
	}
	return &mapping.Record{Place: at, Problem: refuse(at, message)}
}

func refuse(at exchange.Place, message string) *diag.Diagnostic {
	d := diag.At(diag.InputValidationFailed, "input#", message)
	d.Source = &diag.Source{File: at.File, Line: at.Line, Column: at.Column}
	return d
}

// record is a line. A cell that is empty is no value.
func (r *Reader) record(cells []string) *mapping.Record {
	made := &mapping.Record{Fields: make(map[string]any, len(cells)), Places: make(map[string]exchange.Place, len(cells))}
	var key strings.Builder
	for i, cell := range cells {
		at := exchange.Place{File: r.file}
		at.Line, at.Column = r.lines.FieldPos(i)
		if i == 0 {
			made.Place, r.line = at, at.Line
		}
		if !utf8.ValidString(cell) {
			made.Problem = refuse(at, "The text is not valid UTF-8.")
			return made
		}
		made.Size += len(cell)
		key.WriteString(strconv.Quote(r.names[i]) + strconv.Quote(cell))
		if name := r.names[i]; name != "" && cell != "" {
			made.Fields[name], made.Places[name] = strings.Clone(cell), at
		}
	}
	made.Key = key.String()
	return made
}
