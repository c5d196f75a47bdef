package jsonvalue_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

func TestDecode(t *testing.T) {
	for _, tc := range []struct {
		text string
		want any
	}{
		{`null`, nil},
		{` true `, true},
		{`false`, false},
		{`""`, ""},
		{`"a\"\\\/\b\f\n\r\tz"`, "a\"\\/\b\f\n\r\tz"},
		{`"\u00e4\u20AC\uD83D\uDE00 ä"`, "ä€😀 ä"},
		{`0`, int64(0)},
		{`9223372036854775807`, int64(9223372036854775807)},
		{`-9223372036854775808`, int64(-9223372036854775808)},
		{`1.0`, 1.0},
		{`1e2`, 100.0},
		{`-1.5E-3`, -0.0015},
		{`0.0`, 0.0},
		{`0e999999999999999999999`, 0.0},
		{`1.7976931348623157e308`, math.MaxFloat64},
		{`5e-324`, math.SmallestNonzeroFloat64},
		{`0.30000000000000004`, math.Nextafter(0.3, 1)},
		{`123456789012345680000.0`, 123456789012345680000.0},
		{`0.000001234567890123456700`, 0.0000012345678901234567},
		{`9007199254740993`, int64(9007199254740993)},
		{`9007199254740992.0`, 9007199254740992.0},
		{`[]`, []any{}},
		{`{}`, map[string]any{}},
		{"\t[1,\r\n\"a\", {\"b\" : [ null ]} ]", []any{int64(1), "a", map[string]any{"b": []any{nil}}}},
	} {
		got, err := jsonvalue.Decode([]byte(tc.text), jsonvalue.Limits{})
		if err != nil {
			t.Errorf("%s: %v", tc.text, err)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: %s", tc.text, diff)
		}
	}
}

// TestDecodeRefuses gives the pointer and offset of the fault.
func TestDecodeRefuses(t *testing.T) {
	for _, tc := range []struct {
		text, pointer string
		offset        int
		reason        string
	}{
		{``, "", 0, "ends too early"},
		{` `, "", 1, "ends too early"},
		{`nul`, "", 0, "expected here"},
		{`truthy`, "", 0, "expected here"},
		{"\x00", "", 0, "expected here"},
		{`{"a":1} x`, "", 8, "more text"},
		{`01`, "", 1, "more text"},
		{`[1,]`, "/1", 3, "expected here"},
		{`[1 2]`, "", 3, "comma"},
		{`{"a":1,}`, "", 7, "key"},
		{`{a:1}`, "", 1, "key"},
		{`{"a" 1}`, "", 5, "colon"},
		{`{"a":1`, "", 6, "ends too early"},
		{`"abc`, "", 4, "ends too early"},
		{`"abc\`, "", 5, "ends too early"},
		{`{"a/b":{"a":1,"a":2}}`, "/a~1b/a", 14, "twice"},
		{`{"a":1,"\u0061":2}`, "/a", 7, "twice"},
		{`[9223372036854775808]`, "/0", 1, "64 bits"},
		{`{"n":1e309}`, "/n", 5, "too large"},
		{`{"n":-1e400}`, "/n", 5, "too large"},
		{`[-0]`, "/0", 1, "Negative zero"},
		{`-0.0`, "", 0, "Negative zero"},
		{`-0e7`, "", 0, "Negative zero"},
		{`1e-400`, "", 0, "too small"},
		{`-1e-99999999999999999999`, "", 0, "too small"},
		{`2e-324`, "", 0, "too small"},
		{`4.9e-324`, "", 0, "more digits"},
		{`0.1000000000000000055511151231257827021181`, "", 0, "more digits"},
		{`0.10000000000000001`, "", 0, "more digits"},
		{`9007199254740993.0`, "", 0, "more digits"},
		{`9.007199254740993e15`, "", 0, "more digits"},
		{`1234567890123456789.5`, "", 0, "more digits"},
		{`1.`, "", 2, "ends too early"},
		{`1.x`, "", 2, "decimal point"},
		{`1ex`, "", 2, "exponent"},
		{`-`, "", 1, "ends too early"},
		{`+1`, "", 0, "expected here"},
		{`NaN`, "", 0, "expected here"},
		{`{"a":"\u0000"}`, "/a", 6, "NUL"},
		{"\"a\x00\"", "", 2, "NUL"},
		{"\"a\nb\"", "", 2, "control character"},
		{`"\x41"`, "", 1, "escape"},
		{`"\u12G4"`, "", 1, "hexadecimal"},
		{`"\u12"`, "", 1, "hexadecimal"},
		{`"\ud800"`, "", 1, "surrogate"},
		{`"\ude00"`, "", 1, "surrogate"},
		{`"\ud800\u0041"`, "", 1, "surrogate"},
		{"{\"a\":\"\xff\"}", "", 6, "UTF-8"},
		{"\"\xed\xa0\x80\"", "", 1, "UTF-8"},
		{"\ufeff1", "", 0, "expected here"},
	} {
		_, err := jsonvalue.Decode([]byte(tc.text), jsonvalue.Limits{})
		var fault *jsonvalue.Fault
		if !errors.As(err, &fault) {
			t.Errorf("%q: got %v, want a fault", tc.text, err)
			continue
		}
		if fault.Pointer != tc.pointer || fault.Offset != tc.offset || !strings.Contains(fault.Reason, tc.reason) {
			t.Errorf("%q: got %q %d %q, want %q %d %q", tc.text, fault.Pointer, fault.Offset, fault.Reason, tc.pointer, tc.offset, tc.reason)
		}
	}
}

func TestLimits(t *testing.T) {
	for name, tc := range map[string]struct {
		text   string
		limits jsonvalue.Limits
		want   string
	}{
		"100 levels by default":    {text: brackets(100)},
		"101 levels":               {text: brackets(101), want: "too deeply"},
		"a million levels":         {text: strings.Repeat("[", 1_000_000), want: "too deeply"},
		"100,000 nodes by default": {text: zeros(99_999)},
		"100,001 nodes":            {text: zeros(100_000), want: "too many"},
		"depth":                    {text: `{"a":[1]}`, limits: jsonvalue.Limits{Depth: 1}, want: "too deeply"},
		"depth is of branches":     {text: `[[],[],[]]`, limits: jsonvalue.Limits{Depth: 2}},
		"nodes":                    {text: `{"a":1,"b":2}`, limits: jsonvalue.Limits{Nodes: 2}, want: "too many"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := jsonvalue.Decode([]byte(tc.text), tc.limits)
			if tc.want == "" && err != nil {
				t.Fatal(err)
			}
			if tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Fatalf("got %v, want %q", err, tc.want)
			}
		})
	}
}

func brackets(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

func zeros(n int) string { return "[" + strings.Repeat("0,", n-1) + "0]" }

// FuzzDecode holds Decode against encoding/json: what Decode takes, it takes
// too, and reads the same; what only Decode refuses breaks a rule of ours.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-2.5e3,true,null,"\u00e4\ud83d\ude00\n"],"b":{}}`, `1e20`, `-0`, `[[[]]]`, `"\ud800"`, `{"a":1,"a":2}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		value, err := jsonvalue.Decode(data, jsonvalue.Limits{})
		reference, refErr := reference(data)
		switch {
		case err == nil && refErr != nil:
			t.Fatalf("took %q, which encoding/json refuses: %v", data, refErr)
		case err != nil && refErr == nil && !ownRule(err):
			t.Fatalf("refused %q, which encoding/json takes: %v", data, err)
		case err != nil:
			return
		}
		text := jsonvalue.Append(nil, value)
		again, err := jsonvalue.Decode(text, jsonvalue.Limits{})
		if err != nil || !jsonvalue.Equal(value, again) {
			t.Fatalf("%q was written as %q, which reads as %v (%v)", data, text, again, err)
		}
		normal, err := jsonvalue.Normalize(reference, jsonvalue.Limits{})
		if err != nil || !jsonvalue.Equal(value, normal) {
			t.Fatalf("%q reads as %v, but encoding/json reads %v (%v)", data, value, normal, err)
		}
	})
}

func reference(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("trailing data")
	}
	return v, nil
}

// ownRule reports whether err is of a rule that encoding/json does not have.
func ownRule(err error) bool {
	for _, reason := range []string{"UTF-8", "NUL", "surrogate", "twice", "64 bits", "too large", "too small", "more digits", "Negative zero", "too deeply", "too many"} {
		if strings.Contains(err.Error(), reason) {
			return true
		}
	}
	return false
}

func BenchmarkDecode(b *testing.B) {
	data := []byte(`{"id":"0190f7a2-7c1e-7b6e-9a11-1d2f3a4b5c6d","title":"A title of usual length","slug":"a-title-of-usual-length","body":"` +
		strings.Repeat("Lorem ipsum dolor sit amet. ", 10) + `","price":1999,"rating":4.5,"tags":["a","b","c"],"published":true,"author":{"id":"u1","name":"Ada"}}`)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := jsonvalue.Decode(data, jsonvalue.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}

// What is stored was let in when it was written.
func TestStoredNumbersAreRead(t *testing.T) {
	got, err := jsonvalue.Decode([]byte(`[-0, -0.0, 1e-400, 0.10000000000000001]`), jsonvalue.Limits{Stored: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]any{int64(0), math.Copysign(0, -1), 0.0, 0.1}, got); diff != "" {
		t.Error(diff)
	}
	if text := string(jsonvalue.Append(nil, got)); text != "[0,0,0,0.1]" {
		t.Error(text)
	}
}

// FuzzExact holds the rule against the one in words: the shortest text of the
// float64 is the same decimal.
func FuzzExact(f *testing.F) {
	for _, seed := range []string{"1.5", "-0.0", "1e-400", "0.1000000000000000055", "9007199254740993.0", "9007199254740993", "15e-1", "1.7976931348623157e308", "00.10"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Trim(text, "0123456789.eE-") != "" || len(text) > 40 {
			return
		}
		value, err := strconv.ParseFloat(text, 64)
		sent, ok := new(big.Rat).SetString(text)
		if err != nil || !ok {
			return
		}
		kept, _ := new(big.Rat).SetString(strconv.FormatFloat(value, 'g', -1, 64))
		want := kept.Cmp(sent) == 0 && (value != 0 || text[0] != '-')
		if jsonvalue.Exact(text, value) != want {
			t.Errorf("%q is kept as %v: %v", text, value, !want)
		}
	})
}
