package audit

import (
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// Difference is what differs between two objects of JSON values, for Before and
// After: the members of each that the other lacks or has otherwise. A side
// without any is nil.
func Difference(before, after map[string]any) (was, is []byte) {
	return side(before, after), side(after, before)
}

func side(of, other map[string]any) []byte {
	var text []byte
	for _, name := range slices.Sorted(maps.Keys(of)) {
		if held, present := other[name]; present && jsonvalue.Equal(held, of[name]) {
			continue
		}
		text = append(jsonvalue.AppendString(opened(text), name), ':')
		text = jsonvalue.Append(text, of[name])
	}
	if text == nil {
		return nil
	}
	return append(text, '}')
}
