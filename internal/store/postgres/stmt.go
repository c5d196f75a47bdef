package postgres

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/entries"
	"github.com/quartet-dev/quartet/internal/store/platform"
	"github.com/quartet-dev/quartet/internal/store/postgres/sqlview"
)

// stmt is a statement in use. Arguments count from 1, columns from 0. Values
// travel as text in both directions, but for bytes that are written.
type stmt struct {
	conn        *conn
	text        string                       // of one that is not prepared
	description *pgconn.StatementDescription // of one that is
	kept        *preparedQuery               // whose memory it uses; nil for its own

	scratch []byte // texts of arguments
	args    [][]byte
	formats []int16

	result *pgconn.ResultReader
	values [][]byte
}

var (
	_ entries.Statement  = (*stmt)(nil)
	_ platform.Statement = (*portStatement)(nil)
)

// keptScratch is how much memory a statement keeps for its next arguments.
const keptScratch = 16 << 10

const (
	asText  = 0
	asBytes = 1
)

// bind sets one argument to nil, bool, int, int64, float64, string or []byte.
func (s *stmt) bind(i int, value any) error {
	format, start := int16(asText), len(s.scratch)
	switch v := value.(type) {
	case nil:
		s.set(i, nil, asText)
		return nil
	case bool:
		s.scratch = strconv.AppendBool(s.scratch, v)
	case int:
		s.scratch = strconv.AppendInt(s.scratch, int64(v), 10)
	case int64:
		s.scratch = strconv.AppendInt(s.scratch, v, 10)
	case float64:
		s.scratch = appendNumber(s.scratch, v)
	case string:
		s.scratch = append(s.scratch, v...)
	case []byte:
		if v == nil {
			s.set(i, nil, asText)
			return nil
		}
		s.scratch, format = append(s.scratch, v...), asBytes
	default:
		return fmt.Errorf("argument %d is a %T", i, value)
	}
	if s.scratch == nil {
		s.scratch = []byte{} // an empty text is no null
	}
	s.set(i, s.scratch[start:len(s.scratch):len(s.scratch)], format)
	return nil
}

// appendNumber writes a number without its fraction where that is none, so that
// an integer column takes it.
func appendNumber(dst []byte, v float64) []byte {
	if v == math.Trunc(v) && math.Abs(v) < 1<<63 {
		return strconv.AppendInt(dst, int64(v), 10)
	}
	return strconv.AppendFloat(dst, v, 'g', -1, 64)
}

func (s *stmt) set(i int, value []byte, format int16) {
	for len(s.args) < i {
		s.args, s.formats = append(s.args, nil), append(s.formats, asText)
	}
	s.args[i-1], s.formats[i-1] = value, format
}

// Bind implements entries.Statement.
func (s *stmt) Bind(i int, value any, kind plan.ColumnKind) error {
	if n, isInteger := value.(int64); isInteger && kind == plan.BooleanColumn {
		return s.bind(i, n != 0)
	}
	return s.bind(i, sqlgen.Postgres.Stored(kind, value))
}

// BindText implements entries.Statement.
func (s *stmt) BindText(i int, value string) error { return s.bind(i, value) }

// BindInteger implements entries.Statement.
func (s *stmt) BindInteger(i int, value int64) error { return s.bind(i, value) }

// BindUnlike implements entries.Statement: another argument says that it does not fit.
func (s *stmt) BindUnlike(i int) error { return s.bind(i, nil) }

// BindLimit implements entries.Statement.
func (s *stmt) BindLimit(i, rows int) error {
	if rows < 0 {
		return s.bind(i, nil) // LIMIT NULL keeps every row
	}
	return s.bind(i, rows)
}

func (s *stmt) start() {
	if s.description != nil {
		s.result = s.conn.pg.ExecStatement(s.conn.ctx, s.description, s.args, s.formats, nil)
	} else {
		s.result = s.conn.pg.ExecParams(s.conn.ctx, s.text, s.args, nil, s.formats, nil)
	}
}

// Step implements entries.Statement.
func (s *stmt) Step() (bool, error) {
	if s.result == nil {
		s.start()
	}
	if s.result.NextRow() {
		s.values, s.conn.rows = s.result.Values(), true
		return true, nil
	}
	s.values = nil
	_, err := s.result.Close()
	return false, err
}

// Exec runs a statement without rows and tells how many it has changed.
func (s *stmt) Exec() (changed int64, err error) {
	s.start()
	tag, err := s.result.Close()
	return tag.RowsAffected(), err
}

// Reset ends the use of the statement. What it could report was reported by
// Step or Exec.
func (s *stmt) Reset() {
	if s.result != nil {
		_, _ = s.result.Close()
		s.result, s.values = nil, nil
	}
	if cap(s.scratch) > keptScratch {
		s.scratch, s.args = nil, nil
	}
	if s.kept != nil {
		s.kept.busy, s.kept = false, nil
	}
}

// Text implements entries.Statement.
func (s *stmt) Text(i int) []byte { return s.values[i] }

// Integer implements entries.Statement. A truth is 0 or 1.
func (s *stmt) Integer(i int) int64 { return integerOf(s.values[i]) }

func integerOf(text []byte) int64 {
	switch string(text) {
	case "t":
		return 1
	case "", "f":
		return 0
	}
	n, _ := strconv.ParseInt(string(text), 10, 64)
	return n
}

func (s *stmt) oid(i int) uint32 { return s.result.FieldDescriptions()[i].DataTypeOID }

// Blob is a column's bytes.
func (s *stmt) Blob(i int) []byte {
	text := s.values[i]
	if text == nil || s.oid(i) != pgtype.ByteaOID || len(text) < 2 {
		return text
	}
	raw := make([]byte, hex.DecodedLen(len(text)-2))
	_, _ = hex.Decode(raw, text[2:]) // the server writes \x and digits
	return raw
}

// Value implements entries.Statement.
func (s *stmt) Value(i int, kind plan.ColumnKind) any {
	text := s.values[i]
	if text == nil {
		return nil
	}
	switch s.oid(i) {
	case pgtype.Int8OID, pgtype.Int4OID, pgtype.Int2OID, pgtype.BoolOID:
		return s.Integer(i)
	case pgtype.Float8OID, pgtype.Float4OID:
		number, _ := strconv.ParseFloat(string(text), 64)
		return number
	case pgtype.ByteaOID:
		return s.Blob(i)
	}
	return sqlgen.Postgres.Read(kind, string(text))
}

// AppendJSON implements entries.Statement.
func (s *stmt) AppendJSON(dst []byte, i int, kind plan.ColumnKind) ([]byte, error) {
	text := s.values[i]
	switch {
	case kind == plan.TextColumn:
		return entries.AppendText(dst, text), nil
	case kind == plan.JSONColumn || text == nil:
		return entries.AppendStored(dst, text), nil
	case kind == plan.MixedColumn: // of several types, or of a statement by hand
		return sqlview.AppendValue(dst, s.oid(i), text)
	}
	switch s.oid(i) {
	case pgtype.Int8OID, pgtype.Int4OID, pgtype.Int2OID:
		return append(dst, text...), nil
	case pgtype.BoolOID:
		return strconv.AppendBool(dst, string(text) == "t"), nil
	case pgtype.Float8OID, pgtype.Float4OID:
		return appendFloat(dst, text)
	}
	return entries.AppendText(dst, text), nil
}

var errNotFinite = errors.New("the View yields a number that is not finite, which JSON cannot hold")

func appendFloat(dst, text []byte) ([]byte, error) {
	number, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return dst, err
	}
	if math.IsNaN(number) || math.IsInf(number, 0) {
		return dst, errNotFinite
	}
	return jsonvalue.AppendFloat(dst, number), nil
}

// Columns implements entries.Statement.
func (s *stmt) Columns() []entries.Column {
	if s.result == nil {
		s.start()
	}
	fields := s.result.FieldDescriptions()
	columns := make([]entries.Column, 0, len(fields))
	for i := range fields {
		columns = entries.AddColumn(columns, fields[i].Name, plan.MixedColumn, false)
	}
	return columns
}

// portStatement is a statement as the platform's ports use it.
type portStatement struct{ *stmt }

// Bind implements platform.Statement.
func (s portStatement) Bind(i int, value any) error { return s.bind(i, value) }

// IsNull implements platform.Statement.
func (s portStatement) IsNull(i int) bool { return s.values[i] == nil }

// IsBlob implements platform.Statement.
func (s portStatement) IsBlob(i int) bool { return s.oid(i) == pgtype.ByteaOID }
