package exchange

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// Source gives records one after the other.
type Source interface {
	// Next is the next record, or io.EOF. Any other error ends the import.
	Next() (*Record, error)
}

// Record is an entry or an asset, or what is wrong with one.
type Record struct {
	Arrival *content.Arrival
	Asset   *Asset
	Problem *diag.Diagnostic

	Place Place
	Size  int // in bytes, about

	// Within finds the place of a value of the entry's data, by its pointer; nil where
	// the Place says enough.
	Within func(pointer string) Place
}

// Lines reads an export.
type Lines struct {
	from   Package
	sum    hash.Hash
	header bool
	ended  bool
	counts Counts
}

// NewLines is the records of an export.
func NewLines(from Package) *Lines { return &Lines{from: from, sum: sha256.New()} }

var lineLimits = jsonvalue.Limits{Depth: 102, Nodes: 101_000}

// Next implements Source. Lines without a header are taken too, as other programs
// write them; where there is a header there must be an end.
func (l *Lines) Next() (*Record, error) {
	for {
		text, err := l.from.Line()
		if errors.Is(err, io.EOF) && l.header && !l.ended {
			return nil, damaged(Place{File: l.from.Place().File}, "The export is cut off: it has no end. What came before was read.", nil)
		}
		if err != nil {
			return nil, err
		}
		record, err := l.read(text)
		if record != nil || err != nil {
			return record, err
		}
	}
}

// read gives nothing for a line that is no record.
func (l *Lines) read(text []byte) (*Record, error) {
	r := &Record{Place: l.from.Place(), Size: len(text)}
	if l.ended {
		return nil, damaged(r.Place, "There is more behind the end of the export.", nil)
	}
	value, err := jsonvalue.Decode(bytes.TrimSpace(text), lineLimits)
	if err != nil {
		return l.counted(text, r.unreadable(err)), nil
	}
	members, ok := value.(map[string]any)
	if !ok {
		r.Problem = r.refuse("", "A line is a JSON object.")
		return l.counted(text, r), nil
	}
	switch {
	case members["quartet"] != nil:
		return nil, l.begin(members, text, r.Place)
	case members["end"] != nil:
		return nil, l.end(members["end"], r.Place)
	case members["asset"] != nil:
		l.counts.Assets++
		r.asset(text)
	default:
		l.counts.Entries++
		r.entry(members)
	}
	return l.counted(text, r), nil
}

func (l *Lines) counted(text []byte, r *Record) *Record {
	l.sum.Write(text)
	l.sum.Write([]byte("\n"))
	return r
}

func (l *Lines) begin(members map[string]any, text []byte, at Place) error {
	format, _ := members["format"].(int64)
	switch {
	case members["quartet"] != "export" || l.header || l.counts.Entries > 0 || l.counts.Assets > 0:
		return damaged(at, "A header stands here that is none of an export.", nil)
	case format < 1 || format > Format:
		return damaged(at, "The export has format "+strconv.FormatInt(format, 10)+"; this program reads up to "+strconv.Itoa(Format)+".", nil)
	}
	l.header = true
	l.counted(text, nil)
	return nil
}

func (l *Lines) end(value any, at Place) error {
	l.ended = true
	if !l.header {
		return damaged(at, "An export has no end without a header.", nil)
	}
	end, _ := value.(map[string]any)
	if end["entries"] != l.counts.Entries || end["assets"] != l.counts.Assets {
		return edited(at, "The export holds "+strconv.FormatInt(l.counts.Entries, 10)+" entries and "+strconv.FormatInt(l.counts.Assets, 10)+" assets, and its end says otherwise: lines are missing or were edited.")
	}
	if end["sha256"] != hex.EncodeToString(l.sum.Sum(nil)) {
		return edited(at, "The export was changed after it was made: its checksum is another.")
	}
	return nil
}

// edited refuses a file whose end tells of other lines, and says how somebody who
// changed them on purpose loads them.
func edited(at Place, message string) error {
	d := damaged(at, message, nil)
	d.Suggestion = "If you edited the file, delete its first line, which has \"quartet\":\"export\", and its last one, which has \"end\". Then its lines are taken as they are."
	return d
}

// unreadable is a record whose text is no JSON.
func (r *Record) unreadable(err error) *Record {
	var fault *jsonvalue.Fault
	r.Problem = r.refuse("", err.Error())
	if errors.As(err, &fault) {
		r.Problem.Path += fault.Pointer
		r.Problem.Source.Column = max(fault.Offset, 0) + 1
	}
	return r
}

// refuse says what is wrong with a record.
func (r *Record) refuse(pointer, message string) *diag.Diagnostic {
	d := diag.At(diag.InputValidationFailed, "input#"+pointer, message)
	d.Source = r.Place.source()
	return d
}

func (r *Record) asset(text []byte) {
	var line struct {
		Asset *Asset `json:"asset"`
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&line); err != nil || line.Asset == nil {
		r.Problem = r.refuse("/asset", "The line of an asset is not as an export has it.").WithCause(err)
		return
	}
	r.Asset = line.Asset
}

var members = []string{"collection", "id", "status", "version", "createdAt", "updatedAt", "authorId", "data", "locale"}

// entry reads a line that is an entry.
func (r *Record) entry(line map[string]any) {
	a := &content.Arrival{}
	for _, name := range slices.Sorted(maps.Keys(line)) {
		if !slices.Contains(members, name) {
			r.Problem = r.refuse(jsonvalue.Pointer(name), "The line of an entry has no member "+strconv.Quote(name)+".")
			r.Problem.Suggestion = diag.Nearest(name, members)
			return
		}
	}
	status := ""
	read := r.text(line, "collection", &a.Collection) && r.text(line, "id", &a.ID) && r.text(line, "status", &status) && r.text(line, "authorId", &a.AuthorID) &&
		r.number(line, "version", &a.Version) && r.number(line, "createdAt", &a.CreatedAt) && r.number(line, "updatedAt", &a.UpdatedAt)
	if !read {
		return
	}
	data, isObject := line["data"].(map[string]any)
	switch {
	case a.Collection == "":
		r.Problem = r.refuse("/collection", "The line of an entry names its collection.")
		return
	case !isObject:
		r.Problem = r.refuse("/data", "The data of an entry is an object.")
		return
	}
	a.Status, a.Data, a.Stamped = content.Status(status), data, a.Version > 0
	if a.ID == "" {
		a.ID = content.DerivedID(jsonvalue.Append(nil, line))
	}
	r.Arrival = a
}

func (r *Record) text(line map[string]any, name string, into *string) bool {
	switch value := line[name].(type) {
	case nil:
	case string:
		*into = value
	default:
		r.Problem = r.refuse("/"+name, "The "+name+" of an entry is a text.")
		return false
	}
	return true
}

// maxTime is the year 9999, in milliseconds.
const maxTime = 253402300799999

func (r *Record) number(line map[string]any, name string, into *int64) bool {
	switch value := line[name].(type) {
	case nil:
	case int64:
		if value >= 0 && value <= maxTime {
			*into = value
			return true
		}
		r.Problem = r.refuse("/"+name, "The "+name+" of an entry is a whole number from 0 to "+strconv.Itoa(maxTime)+".")
		return false
	default:
		r.Problem = r.refuse("/"+name, "The "+name+" of an entry is a whole number.")
		return false
	}
	return true
}

// at is the place of a diagnostic's path in a record.
func (r *Record) at(path string) Place {
	if r.Within == nil {
		return r.Place
	}
	if pointer, ok := strings.CutPrefix(path, "data#"); ok {
		return r.Within(pointer)
	}
	return r.Place
}
