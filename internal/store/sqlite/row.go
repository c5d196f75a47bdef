package sqlite

import (
	"errors"
	"strconv"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/entries"
)

var errBlob = errors.New("the View yields a blob, which JSON cannot hold")

// Columns implements entries.Statement. They are read off the statement once. A direct
// column of a boolean or JSON property is known by its declared type;
// everything else is what SQLite yields.
func (s *stmt) Columns() []entries.Column {
	if s.rendered != nil {
		return s.rendered
	}
	columns := make([]entries.Column, 0, s.columns())
	for i := range s.columns() {
		columns = entries.AddColumn(columns, s.name(i), declaredKind(s.declared(i)), false)
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

// AppendJSON implements entries.Statement.
func (s *stmt) AppendJSON(dst []byte, i int, kind plan.ColumnKind) ([]byte, error) {
	switch kind {
	case plan.TextColumn:
		return entries.AppendText(dst, s.text(i)), nil
	case plan.JSONColumn:
		return entries.AppendStored(dst, s.text(i)), nil
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
		return entries.AppendText(dst, s.text(i)), nil
	default:
		return dst, errBlob
	}
}
