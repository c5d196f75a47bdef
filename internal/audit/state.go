package audit

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// State is an entry as one of its changes left it: its status, and its
// properties as canonical JSON text. nil is an entry that is not there. The
// texts of States are shared; nobody changes them.
type State struct {
	Status string
	Data   map[string]json.RawMessage
}

// StateOf reads the stored data of an entry, a JSON object.
func StateOf(status string, data []byte) (*State, error) {
	s := &State{Status: status}
	if err := json.Unmarshal(data, &s.Data); err != nil {
		return nil, err
	}
	return s, nil
}

// Size is how many bytes the values of s have.
func (s *State) Size() (bytes int) {
	if s == nil {
		return 0
	}
	for _, value := range s.Data {
		bytes += len(value)
	}
	return bytes
}

// Delta leads from one State to another.
type Delta struct {
	Gone    bool                       // the other State is nil
	Status  string                     // of the other; "" for the same
	Removed []string                   // properties that the other lacks
	Values  map[string]json.RawMessage // that the other has, or has otherwise
}

// Apply is the State that d leads to from s.
func (d Delta) Apply(s *State) *State {
	if d.Gone {
		return nil
	}
	other := &State{Status: d.Status, Data: make(map[string]json.RawMessage, len(d.Values))}
	if s != nil {
		maps.Copy(other.Data, s.Data)
		if d.Status == "" {
			other.Status = s.Status
		}
	}
	for _, name := range d.Removed {
		delete(other.Data, name)
	}
	maps.Copy(other.Data, d.Values)
	return other
}

// Between is what leads from one State to another.
func Between(from, to *State) Delta {
	if to == nil {
		return Delta{Gone: true}
	}
	if from == nil {
		return Delta{Status: to.Status, Values: to.Data}
	}
	d := Delta{Values: make(map[string]json.RawMessage)}
	if from.Status != to.Status {
		d.Status = to.Status
	}
	for name := range from.Data {
		if _, kept := to.Data[name]; !kept {
			d.Removed = append(d.Removed, name)
		}
	}
	for name, value := range to.Data {
		if held, present := from.Data[name]; !present || !bytes.Equal(held, value) {
			d.Values[name] = value
		}
	}
	return d
}

// Sides are Before and After of a change that led to the State after and that d
// takes back. A creation has neither, a removal Before alone.
func (d Delta) Sides(after *State) (was, is []byte) {
	if d.Gone {
		return nil, nil
	}
	was = object(d.Status, d.Values)
	if after == nil {
		return was, nil
	}
	status, data := "", make(map[string]json.RawMessage)
	if d.Status != "" {
		status = after.Status
	}
	for _, name := range slices.AppendSeq(slices.Clone(d.Removed), maps.Keys(d.Values)) {
		if value, present := after.Data[name]; present {
			data[name] = value
		}
	}
	return was, object(status, data)
}

// object is {"status":…,"data":{…}} of what is there, nil for nothing.
func object(status string, data map[string]json.RawMessage) []byte {
	var text []byte
	if status != "" {
		text = jsonvalue.AppendString([]byte(`{"status":`), status)
	}
	if len(data) > 0 {
		text = append(opened(text), `"data":`...)
		text = append(appendObject(text, data), '}')
	} else if text != nil {
		text = append(text, '}')
	}
	return text
}

// opened is a JSON object that takes another member.
func opened(text []byte) []byte {
	if text == nil {
		return []byte{'{'}
	}
	return append(text, ',')
}

func appendObject(text []byte, data map[string]json.RawMessage) []byte {
	text = append(text, '{')
	for i, name := range slices.Sorted(maps.Keys(data)) {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(jsonvalue.AppendString(text, name), ':'), data[name]...)
	}
	return append(text, '}')
}
