package transfer_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/transfer"
)

// Values that a careless form would take for one another.
func TestALineTellsValuesApart(t *testing.T) {
	for line, row := range map[string]store.Row{
		`[]`:               {},
		`[null,"","null"]`: {nil, "", "null"},
		`[1,1e+00,"1"]`:    {int64(1), 1.0, "1"},
		`[9007199254740993,-9223372036854775808]`: {int64(9007199254740993), int64(math.MinInt64)},
		`[1e999,-1e999,5e-324]`:                   {math.Inf(1), math.Inf(-1), math.SmallestNonzeroFloat64},
		`[{"bytes":""},{"bytes":"AP8="}]`:         {[]byte{}, []byte{0, 255}},
		`[{"text":"/w=="},"\ufffd"]`:              {"\xff", "\ufffd"},
		`["{\"a\":\"\\n\"}","a\nb\u0001<"]`:       {`{"a":"\n"}`, "a\nb\x01<"},
	} {
		want := strings.ReplaceAll(line, `\ufffd`, "\ufffd")
		if got := string(transfer.AppendRow(nil, row)); got != want {
			t.Errorf("wrote %s, want %s", got, want)
		}
		got, err := transfer.ParseRow([]byte(line))
		if diff := cmp.Diff(row, got); diff != "" || err != nil {
			t.Errorf("read %s: %v %s", line, err, diff)
		}
	}
}

func TestALineIsOneLineAndReadsBack(t *testing.T) {
	values := rapid.OneOf(
		rapid.Just[any](nil), rapid.Int64().AsAny(), rapid.Float64().AsAny(), rapid.String().AsAny(),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) any { return append([]byte{}, b...) }),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) any { return string(b) }),
	)
	rapid.Check(t, func(r *rapid.T) {
		row := store.Row(rapid.SliceOf(values).Draw(r, "row"))
		if row == nil {
			row = store.Row{}
		}
		line := transfer.AppendRow(nil, row)
		if strings.Contains(string(line), "\n") {
			r.Errorf("%q has an end of line", line)
		}
		got, err := transfer.ParseRow(line)
		if diff := cmp.Diff(row, got); diff != "" || err != nil {
			r.Errorf("%s: %v %s", line, err, diff)
		}
	})
}

func TestALineThatIsNoneIsRefused(t *testing.T) {
	for _, line := range []string{``, `{}`, `[1`, `[true]`, `[[]]`, `[{}]`, `[{"bytes":"?"}]`, `[{"bytes":1}]`, `[99999999999999999999]`, `["\ud800"] x`} {
		if row, err := transfer.ParseRow([]byte(line)); err == nil {
			t.Errorf("%s is read as %v", line, row)
		}
	}
}
