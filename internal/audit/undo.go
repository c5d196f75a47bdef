package audit

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// Undo is what takes the change of an entry back, as its Record is written:
// {"status": before, "data": {what was otherwise}, "removed": [what was not
// there]}, each where there is any. Values are whole, however long. status is
// that before the change, "" when the change kept it; a removal's after is nil.
// Of a creation there is nothing to write: whoever takes it back takes the
// entry away.
func Undo(status string, before, after map[string]any) []byte {
	var text []byte
	if status != "" {
		text = jsonvalue.AppendString([]byte(`{"status":`), status)
	}
	if data := side(before, after); data != nil {
		text = append(append(opened(text), `"data":`...), data...)
	}
	if removed := added(before, after); removed != nil {
		text = append(opened(text), `"removed":`...)
		text = jsonvalue.Append(text, removed)
	}
	if text == nil {
		return nil
	}
	return append(text, '}')
}

// added are the names that after has and before lacks, sorted; nil for none.
func added(before, after map[string]any) []any {
	var names []string
	for name := range after {
		if _, present := before[name]; !present {
			names = append(names, name)
		}
	}
	if names == nil {
		return nil
	}
	slices.Sort(names)
	all := make([]any, len(names))
	for i, name := range names {
		all[i] = name
	}
	return all
}

// ReadUndo reads what takes a change of an entry back. Records of before this
// form have what was added in the data of after.
func ReadUndo(action Action, before, after []byte) (Delta, error) {
	if action.Makes() {
		return Delta{Gone: true}, nil
	}
	var was, is struct {
		Status  string                     `json:"status"`
		Data    map[string]json.RawMessage `json:"data"`
		Removed []string                   `json:"removed"`
	}
	for _, side := range []struct {
		text []byte
		into any
	}{{before, &was}, {after, &is}} {
		if len(side.text) == 0 {
			continue
		}
		if err := json.Unmarshal(side.text, side.into); err != nil {
			return Delta{}, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(is.Data)) {
		if _, present := was.Data[name]; !present {
			was.Removed = append(was.Removed, name)
		}
	}
	return Delta{Status: was.Status, Removed: was.Removed, Values: was.Data}, nil
}
