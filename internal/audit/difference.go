package audit

import (
	"encoding/json"
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

// Changed are the names of what differs between Before and After of an entry's record,
// each once. known is false where they tell nothing: what was there is no longer kept,
// or the change made the entry.
func (r *Record) Changed() (names map[string]bool, known bool, err error) {
	if r.Pruned || r.Action.Makes() {
		return nil, false, nil
	}
	names = make(map[string]bool)
	for _, text := range [][]byte{r.Before, r.After} {
		if len(text) == 0 {
			continue
		}
		var one struct {
			Data map[string]json.RawMessage `json:"data"`
		}
		if err := json.Unmarshal(text, &one); err != nil {
			return nil, false, err
		}
		for name := range one.Data {
			names[name] = true
		}
	}
	return names, true, nil
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
