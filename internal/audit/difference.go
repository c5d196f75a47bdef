package audit

import (
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

const (
	// mostValue is the longest value that a line keeps, in bytes of JSON.
	mostValue = 4 << 10
	// mostSide is how many bytes Before or After may have in all.
	mostSide = 64 << 10
)

// Difference is what differs between two objects of JSON values, for Before and
// After: the members of each that the other lacks or has otherwise. A side
// without any is nil. A value of more than 4 KiB, and whatever comes once a
// side has 64 KiB, is kept as {"$omitted": <its bytes>} alone.
func Difference(before, after map[string]any) (was, is []byte) {
	return side(before, after), side(after, before)
}

func side(of, other map[string]any) []byte {
	var text []byte
	for _, name := range slices.Sorted(maps.Keys(of)) {
		if held, present := other[name]; present && jsonvalue.Equal(held, of[name]) {
			continue
		}
		if len(text) == 0 {
			text = append(text, '{')
		} else {
			text = append(text, ',')
		}
		text = append(jsonvalue.AppendString(text, name), ':')
		text = appendBounded(text, of[name])
	}
	if text == nil {
		return nil
	}
	return append(text, '}')
}

func appendBounded(text []byte, value any) []byte {
	start := len(text)
	text = jsonvalue.Append(text, value)
	length := len(text) - start
	if length <= mostValue && len(text) <= mostSide {
		return text
	}
	return jsonvalue.Append(text[:start], map[string]any{"$omitted": int64(length)})
}
