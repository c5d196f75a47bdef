package entries

import (
	"unicode/utf8"
	"unsafe"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Column is how one column of a result becomes a member of a JSON object.
type Column struct {
	prefix []byte // `"name":`, after a comma for all but the first
	kind   plan.ColumnKind
	hidden bool
}

// AddColumn appends a column; a hidden one is in no object.
func AddColumn(columns []Column, name string, kind plan.ColumnKind, hidden bool) []Column {
	var prefix []byte
	for _, c := range columns {
		if !c.hidden {
			prefix = []byte{','}
			break
		}
	}
	prefix = append(jsonvalue.AppendString(prefix, name), ':')
	return append(columns, Column{prefix, kind, hidden})
}

// appendRow appends the present row as a JSON object, without allocating.
func appendRow(dst []byte, s Statement, columns []Column) (_ []byte, err error) {
	dst = append(dst, '{')
	for i := range columns {
		c := &columns[i]
		if c.hidden {
			continue
		}
		if dst, err = s.AppendJSON(append(dst, c.prefix...), i, c.kind); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}

// AppendStored appends stored JSON as it is, or null for nil.
func AppendStored(dst, text []byte) []byte {
	if text == nil {
		return append(dst, "null"...)
	}
	return append(dst, text...)
}

// AppendText appends text as a JSON string, or null for nil.
func AppendText(dst, text []byte) []byte {
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
