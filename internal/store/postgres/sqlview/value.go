package sqlview

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/store/entries"
)

// form is how the text of a type becomes JSON.
type form func(dst, text []byte) []byte

// forms are the types that JSON can hold. A column of any other is refused: what
// its text means is known to the database alone.
var forms = map[uint32]form{
	pgtype.BoolOID: appendBool,

	pgtype.Int2OID: appendPlain, pgtype.Int4OID: appendPlain, pgtype.Int8OID: appendPlain,
	pgtype.NumericOID: appendNumeric,
	pgtype.Float4OID:  appendFloat, pgtype.Float8OID: appendFloat,

	pgtype.TextOID: entries.AppendText, pgtype.VarcharOID: entries.AppendText, pgtype.BPCharOID: entries.AppendText,
	pgtype.NameOID: entries.AppendText, pgtype.QCharOID: entries.AppendText, pgtype.UUIDOID: entries.AppendText,
	pgtype.DateOID: entries.AppendText, pgtype.TimeOID: entries.AppendText, pgtype.TimetzOID: entries.AppendText,
	pgtype.IntervalOID: entries.AppendText,

	pgtype.TimestampOID: appendTimestamp, pgtype.TimestamptzOID: appendTimestamp,
	pgtype.JSONOID: appendCompact, pgtype.JSONBOID: appendCompact,
}

// Holds reports whether JSON can hold values of a type.
func Holds(oid uint32) bool { return forms[oid] != nil }

// AppendValue appends a value that PostgreSQL gave in text format, nil for null,
// as JSON. Equal values have equal bytes, and those of SQLite where it has the type.
func AppendValue(dst []byte, oid uint32, text []byte) ([]byte, error) {
	if text == nil {
		return append(dst, "null"...), nil
	}
	write := forms[oid]
	if write == nil {
		return dst, fmt.Errorf("the View yields a value of the type %d, which JSON cannot hold; cast it to text", oid)
	}
	return write(dst, text), nil
}

func appendPlain(dst, text []byte) []byte { return append(dst, text...) }

func appendBool(dst, text []byte) []byte { return strconv.AppendBool(dst, text[0] == 't') }

func appendFloat(dst, text []byte) []byte {
	f, err := strconv.ParseFloat(string(text), 64) // NaN and Infinity, too
	if err != nil {
		return append(dst, "null"...)
	}
	return jsonvalue.AppendFloat(dst, f)
}

// appendNumeric writes whole numbers as they are, and fractions as the nearest
// float: the average of integers has trailing zeros, and another number of digits
// in each database.
func appendNumeric(dst, text []byte) []byte {
	if whole, fraction, _ := bytes.Cut(text, []byte{'.'}); len(bytes.Trim(fraction, "0")) == 0 && isDigit(whole[len(whole)-1]) {
		return append(dst, whole...)
	}
	return appendFloat(dst, text)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// appendTimestamp writes ISO 8601 for `2025-01-02 03:04:05.6+00`, which is how the
// role of Views gets its times. What has no such form, such as infinity, stays.
func appendTimestamp(dst, text []byte) []byte {
	day, clock, found := bytes.Cut(text, []byte{' '})
	if !found || bytes.HasSuffix(clock, []byte("BC")) {
		return entries.AppendText(dst, text)
	}
	dst = append(append(append(dst, '"'), day...), 'T')
	if utc, cut := bytes.CutSuffix(clock, []byte("+00")); cut {
		return append(append(dst, utc...), 'Z', '"')
	}
	return append(append(dst, clock...), '"')
}

// appendCompact leaves out the white space between the tokens of JSON, of which
// each way to make it has another.
func appendCompact(dst, text []byte) []byte {
	inside := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inside && c == '\\':
			dst = append(dst, c)
			i++
		case c == '"':
			inside = !inside
		case !inside && (c == ' ' || c == '\n' || c == '\t' || c == '\r'):
			continue
		}
		dst = append(dst, text[i])
	}
	return dst
}
