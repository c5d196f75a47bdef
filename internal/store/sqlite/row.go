package sqlite

import (
	"errors"
	"strconv"
	"unicode/utf8"
	"unsafe"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// column is how one column of a result becomes a member of a JSON object.
type column struct {
	prefix []byte // `"name":`, after a comma for all but the first
	kind   plan.ColumnKind
	hidden bool
}

var errBlob = errors.New("the View yields a blob, which JSON cannot hold")

func addColumn(columns []column, name string, kind plan.ColumnKind, hidden bool) []column {
	var prefix []byte
	for _, c := range columns {
		if !c.hidden {
			prefix = []byte{','}
			break
		}
	}
	prefix = append(jsonvalue.AppendString(prefix, name), ':')
	return append(columns, column{prefix, kind, hidden})
}

// outputs are the columns of a sql View, read off its statement once. A direct
// column of a boolean or JSON property is known by its declared type;
// everything else is what SQLite yields.
func (s *stmt) outputs() []column {
	if s.rendered != nil {
		return s.rendered
	}
	columns := make([]column, 0, s.columns())
	for i := range s.columns() {
		columns = addColumn(columns, s.name(i), declaredKind(s.declared(i)), false)
	}
	s.rendered = columns
	return columns
}

// declaredKind reads the types that sqlgen.SQLite declares.
func declaredKind(declared string) plan.ColumnKind {
	switch declared {
	case "BOOLEAN":
		return plan.BooleanColumn
	case "JSON_TEXT":
		return plan.JSONColumn
	default:
		return plan.MixedColumn
	}
}

// appendRow appends the present row as a JSON object, without allocating.
func appendRow(dst []byte, s *stmt, columns []column) (_ []byte, err error) {
	dst = append(dst, '{')
	for i := range columns {
		c := &columns[i]
		if c.hidden {
			continue
		}
		if dst, err = appendColumn(append(dst, c.prefix...), s, i, c.kind); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}

func appendColumn(dst []byte, s *stmt, i int, kind plan.ColumnKind) ([]byte, error) {
	switch kind {
	case plan.TextColumn:
		return appendText(dst, s.text(i)), nil
	case plan.JSONColumn:
		return appendJSON(dst, s.text(i)), nil
	case plan.IntegerColumn, plan.RealColumn, plan.BooleanColumn, plan.MixedColumn:
	}
	switch s.valueType(i) {
	case nullValue:
		return append(dst, "null"...), nil
	case integerValue:
		if kind == plan.BooleanColumn {
			return strconv.AppendBool(dst, s.integer(i) != 0), nil
		}
		return strconv.AppendInt(dst, s.integer(i), 10), nil
	case floatValue:
		return jsonvalue.AppendFloat(dst, s.float(i)), nil
	case textValue:
		return appendText(dst, s.text(i)), nil
	default:
		return dst, errBlob
	}
}

func appendJSON(dst, text []byte) []byte {
	if text == nil {
		return append(dst, "null"...)
	}
	return append(dst, text...)
}

// appendText appends text as a JSON string, or null for nil.
func appendText(dst, text []byte) []byte {
	if text == nil {
		return append(dst, "null"...)
	}
	ascii := true
	for _, c := range text {
		if c < ' ' || c == '"' || c == '\\' {
			return appendEscaped(dst, text)
		}
		ascii = ascii && c < utf8.RuneSelf
	}
	if !ascii && !utf8.Valid(text) {
		return appendEscaped(dst, text)
	}
	dst = append(dst, '"')
	dst = append(dst, text...)
	return append(dst, '"')
}

func appendEscaped(dst, text []byte) []byte {
	// AppendString keeps nothing of its argument.
	return jsonvalue.AppendString(dst, unsafe.String(unsafe.SliceData(text), len(text))) //nolint:gosec // saves a copy of each text
}
