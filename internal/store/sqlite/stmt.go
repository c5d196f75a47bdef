package sqlite

import (
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/entries"
)

// stmt is a prepared statement. Arguments count from 1, columns from 0.
type stmt struct {
	s        *sqlite3.Stmt
	rendered []entries.Column // of a sql View
}

// bind sets one argument to nil, bool, int, int64, float64, string or []byte.
func (s *stmt) bind(i int, value any) error {
	switch v := value.(type) {
	case nil:
		return s.s.BindNull(i)
	case bool:
		return s.s.BindBool(i, v)
	case int:
		return s.s.BindInt64(i, int64(v))
	case int64:
		return s.bindInteger(i, v)
	case float64:
		return s.s.BindFloat(i, v)
	case string:
		return s.bindText(i, v)
	case []byte:
		return s.s.BindBlob(i, v)
	default:
		return fmt.Errorf("argument %d is a %T: %w", i, value, sqlite3.MISMATCH)
	}
}

func (s *stmt) bindInteger(i int, v int64) error { return s.s.BindInt64(i, v) }

// bindText looks at the length first: the driver would copy the text before
// SQLite refuses it.
func (s *stmt) bindText(i int, v string) error {
	if len(v) > maxValueBytes {
		return sqlite3.TOOBIG
	}
	return s.s.BindText(i, v)
}

func (s *stmt) bindAll(values ...any) error {
	for i, v := range values {
		if err := s.bind(i+1, v); err != nil {
			return err
		}
	}
	return nil
}

// step moves to the next row; false at the end.
func (s *stmt) step() (bool, error) {
	if s.s.Step() {
		return true, nil
	}
	return false, s.s.Err()
}

// columns is how many columns a row has.
func (s *stmt) columns() int { return s.s.ColumnCount() }

// name is what a column is called in the result.
func (s *stmt) name(i int) string { return s.s.ColumnName(i) }

// declared is the declared type of the table column that a result column is,
// or "" when it is an expression.
func (s *stmt) declared(i int) string { return s.s.ColumnDeclType(i) }

// valueType is what a column of the present row holds.
type valueType = sqlite3.Datatype

const (
	integerValue = sqlite3.INTEGER
	floatValue   = sqlite3.FLOAT
	textValue    = sqlite3.TEXT
	blobValue    = sqlite3.BLOB
	nullValue    = sqlite3.NULL
)

func (s *stmt) valueType(i int) valueType { return s.s.ColumnType(i) }
func (s *stmt) integer(i int) int64       { return s.s.ColumnInt64(i) }
func (s *stmt) float(i int) float64       { return s.s.ColumnFloat(i) }

// text is a column's text, nil for null. It is SQLite's memory and lives until
// the next call on the statement.
func (s *stmt) text(i int) []byte { return s.s.ColumnRawText(i) }

// blob is a column's bytes, which live as long as those of text.
func (s *stmt) blob(i int) []byte { return s.s.ColumnRawBlob(i) }

// value is a column as a Go value of its own memory.
func (s *stmt) value(i int) any {
	switch s.valueType(i) {
	case integerValue:
		return s.integer(i)
	case floatValue:
		return s.float(i)
	case textValue:
		return string(s.text(i))
	case blobValue:
		return append([]byte{}, s.blob(i)...) // not nil where it is empty: that would be null
	default:
		return nil
	}
}

var _ entries.Statement = (*stmt)(nil)

// Bind implements entries.Statement: SQLite tells values of several types apart by
// itself.
func (s *stmt) Bind(i int, value any, kind plan.ColumnKind) error {
	if n, isInteger := value.(int64); isInteger && kind == plan.RealColumn {
		return s.bind(i, float64(n)) // as the column holds it: from 2^53 on that is another number
	}
	return s.bind(i, value)
}

// BindText implements entries.Statement.
func (s *stmt) BindText(i int, value string) error { return s.bindText(i, value) }

// BindInteger implements entries.Statement.
func (s *stmt) BindInteger(i int, value int64) error { return s.bindInteger(i, value) }

// BindLimit implements entries.Statement.
func (s *stmt) BindLimit(i, rows int) error { return s.bindInteger(i, int64(rows)) }

// unlike equals nothing that a column holds, null included.
var unlike = []byte{0}

// BindUnlike implements entries.Statement.
func (s *stmt) BindUnlike(i int) error { return s.s.BindBlob(i, unlike) }

// Step implements entries.Statement.
func (s *stmt) Step() (bool, error) { return s.step() }

// Integer implements entries.Statement.
func (s *stmt) Integer(i int) int64 { return s.integer(i) }

// Text implements entries.Statement.
func (s *stmt) Text(i int) []byte { return s.text(i) }

// Value implements entries.Statement.
func (s *stmt) Value(i int, _ plan.ColumnKind) any { return s.value(i) }
