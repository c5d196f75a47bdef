package sqlview_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/quartet-dev/quartet/internal/store/postgres/sqlview"
)

// What a sql View yields becomes JSON by its type, equal values to equal bytes.
func TestValuesBecomeJSON(t *testing.T) {
	for _, test := range []struct {
		oid        uint32
		text, want string
	}{
		{pgtype.BoolOID, "t", "true"},
		{pgtype.BoolOID, "f", "false"},
		{pgtype.Int2OID, "-7", "-7"},
		{pgtype.Int8OID, "9223372036854775807", "9223372036854775807"},
		{pgtype.NumericOID, "12", "12"},
		{pgtype.NumericOID, "-12.00", "-12"},
		{pgtype.NumericOID, "0.0", "0"},
		{pgtype.NumericOID, "100", "100"},
		{pgtype.NumericOID, "2.5000000000000000", "2.5"},
		{pgtype.NumericOID, "2.6666666666666667", "2.6666666666666665"}, // as SQLite has it
		{pgtype.NumericOID, "123456789012345678901234567890", "123456789012345678901234567890"},
		{pgtype.NumericOID, "NaN", "null"},
		{pgtype.NumericOID, "-Infinity", "null"},
		{pgtype.Float8OID, "1e+100", "1e+100"},
		{pgtype.Float8OID, "2", "2"},
		{pgtype.Float8OID, "-0", "0"},
		{pgtype.Float8OID, "Infinity", "null"},
		{pgtype.Float4OID, "0.1", "0.1"},
		{pgtype.TextOID, "", `""`},
		{pgtype.TextOID, "a \"b\"\n", `"a \"b\"\n"`},
		{pgtype.VarcharOID, "é", `"é"`},
		{pgtype.UUIDOID, "00000000-0000-0000-0000-000000000001", `"00000000-0000-0000-0000-000000000001"`},
		{pgtype.DateOID, "2025-01-02", `"2025-01-02"`},
		{pgtype.TimeOID, "03:04:05", `"03:04:05"`},
		{pgtype.IntervalOID, "P1DT2H", `"P1DT2H"`},
		{pgtype.TimestampOID, "2025-01-02 03:04:05.678", `"2025-01-02T03:04:05.678"`},
		{pgtype.TimestamptzOID, "2025-01-02 03:04:05+00", `"2025-01-02T03:04:05Z"`},
		{pgtype.TimestamptzOID, "infinity", `"infinity"`},
		{pgtype.TimestampOID, "0044-03-15 00:00:00 BC", `"0044-03-15 00:00:00 BC"`},
		{pgtype.JSONOID, `{"a" : 1, "b" : [ 1, " x \" y " ]}`, `{"a":1,"b":[1," x \" y "]}`},
		{pgtype.JSONBOID, `{"a": "\\", "b": {}}`, `{"a":"\\","b":{}}`},
		{pgtype.JSONBOID, `null`, `null`},
	} {
		if got, err := sqlview.AppendValue([]byte(">"), test.oid, []byte(test.text)); err != nil || string(got) != ">"+test.want {
			t.Errorf("%s of %d: %s, %v; want %s", test.text, test.oid, got, err, test.want)
		}
	}
}

func TestNullIsNullOfEveryType(t *testing.T) {
	for _, oid := range []uint32{pgtype.TextOID, pgtype.JSONOID, pgtype.ByteaOID} {
		if got, err := sqlview.AppendValue(nil, oid, nil); err != nil || string(got) != "null" {
			t.Errorf("%s, %v", got, err)
		}
	}
}

func TestWhatJSONCannotHoldIsRefused(t *testing.T) {
	for _, oid := range []uint32{
		pgtype.ByteaOID, pgtype.TextArrayOID, pgtype.RecordOID, pgtype.XMLOID, pgtype.PointOID, pgtype.Int8rangeOID, 790, 2278,
	} {
		if got, err := sqlview.AppendValue(nil, oid, []byte("x")); err == nil || sqlview.Holds(oid) {
			t.Errorf("%d became %s", oid, got)
		}
	}
}
