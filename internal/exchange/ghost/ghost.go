package ghost

import (
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/exchange"
	"github.com/quartet-dev/quartet/internal/exchange/mapping"
)

// maxNotes is how many rows of a table that rows refer to are remembered.
const maxNotes = 1_000_000

// Reader reads the records of an export.
type Reader struct {
	file    string
	done    func() error
	bounded *exchange.Bounded
	json    *json.Decoder
	path    []string // of the tables that are open: db, data, and one of its tables
	depth   int

	authors map[id]*user
	tags    map[id]*tag
	ofPost  map[id]*refs
	open    func() (io.ReadCloser, error)
}

// refs are what a post refers to, in their order.
type refs struct {
	tags, authors []ref
	alt, excerpt  string
}

type ref struct {
	order int64
	id    id
}

// Open reads what records refer to, and begins anew. open opens the file, each time from
// its beginning.
func Open(file string, open func() (io.ReadCloser, error)) (*Reader, error) {
	r := &Reader{file: file, open: open, authors: map[id]*user{}, tags: map[id]*tag{}, ofPost: map[id]*refs{}}
	if err := r.begin(); err != nil {
		return nil, err
	}
	posts := false
	for {
		table, row, err := r.row()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = r.note(table, row)
		}
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
		posts = posts || table == "posts"
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	if !posts && len(r.authors) == 0 {
		return nil, exchange.Damaged(exchange.Place{File: file}, "The file is not an export of Ghost: it has no posts.", nil)
	}
	for _, each := range r.ofPost {
		slices.SortStableFunc(each.tags, byOrder)
		slices.SortStableFunc(each.authors, byOrder)
	}
	return r, r.begin()
}

func byOrder(a, b ref) int { return int(a.order - b.order) }

func (r *Reader) begin() error {
	from, err := r.open()
	if err != nil {
		return err
	}
	r.done = from.Close
	r.bounded = exchange.NewBoundedLines(from)
	r.json = json.NewDecoder(r.bounded)
	r.path, r.depth = nil, 0
	return nil
}

// Close closes the file.
func (r *Reader) Close() error { return r.done() }

func (r *Reader) place() exchange.Place {
	return r.at(r.json.InputOffset())
}

func (r *Reader) at(offset int64) exchange.Place {
	line, column := r.bounded.At(offset)
	return exchange.Place{File: r.file, Line: line, Column: column}
}

func (r *Reader) damaged(cause error) error {
	message := "The JSON is malformed, or cut off."
	if errors.Is(cause, exchange.ErrTooLong) {
		message = "A row of the file is longer than 8 MiB."
	}
	if cause == nil {
		message = "The file is not an export of Ghost."
	}
	return exchange.Damaged(r.place(), message, cause)
}

// row is the next row of a table, or io.EOF.
func (r *Reader) row() (table string, row *row, err error) {
	for {
		r.bounded.Next()
		if n := len(r.path); n == 3 && r.json.More() {
			return r.read()
		}
		token, err := r.json.Token()
		if errors.Is(err, io.EOF) && r.depth == 0 {
			return "", nil, io.EOF
		}
		if err != nil {
			return "", nil, r.damaged(err)
		}
		if err := r.step(token); err != nil {
			return "", nil, err
		}
	}
}

// step goes on towards the tables: { "db": [ { "data": { "posts": [ … ] } } ] }.
func (r *Reader) step(token json.Token) error {
	switch token := token.(type) {
	case json.Delim:
		if token == '[' || token == '{' {
			r.depth++
			return nil
		}
		if r.depth--; len(r.path) == 3 {
			r.path = r.path[:2]
		}
		return nil
	case string:
		return r.member(token)
	}
	return r.damaged(nil)
}

// member goes into a member of an object, or past it.
func (r *Reader) member(name string) error {
	switch {
	case name == "db" && len(r.path) == 0, name == "data" && len(r.path) <= 1:
		if r.path = []string{"db"}; name == "data" {
			r.path = append(r.path, name)
		}
		return nil
	case len(r.path) == 2 && slices.Contains(tables, name):
		open, err := r.json.Token()
		switch {
		case err != nil:
			return r.damaged(err)
		case open == json.Delim('['):
			r.path, r.depth = append(r.path, name), r.depth+1
		case open != nil:
			return r.damaged(nil)
		}
		return nil
	}
	return r.skip()
}

// skip reads past a value, without keeping more than a part of it.
func (r *Reader) skip() error {
	depth := 0
	for {
		r.bounded.Next()
		token, err := r.json.Token()
		if err != nil {
			return r.damaged(err)
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			if depth++; depth > maxDepth {
				return r.damaged(errors.New("nested too deeply"))
			}
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

const maxDepth = 1000

// read reads a row of the table that is open. A row that is not as Ghost writes it is
// reported and left out.
func (r *Reader) read() (string, *row, error) {
	table := r.path[2]
	var text json.RawMessage
	if err := r.json.Decode(&text); err != nil {
		return "", nil, r.damaged(err)
	}
	made := &row{size: len(text), place: r.at(r.json.InputOffset() - int64(len(text)))}
	err := json.Unmarshal(text, made)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		d := diag.At(diag.InputValidationFailed, "input#/"+wrong.Field, "The row has another type there than Ghost writes.")
		d.Source = &diag.Source{File: r.file, Line: made.place.Line, Column: made.place.Column}
		made.problem, err = d, nil
	}
	if err != nil {
		return "", nil, r.damaged(err)
	}
	return table, made, nil
}

// Next implements mapping.Reader.
func (r *Reader) Next() (*mapping.Record, error) {
	for {
		table, row, err := r.row()
		if err != nil {
			return nil, err
		}
		if made := r.record(table, row); made != nil {
			return made, nil
		}
	}
}
