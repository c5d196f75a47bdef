package audit

import (
	"encoding/json"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// PackState is a State as one compressed text, and UnpackState the inverse.
func PackState(s *State) []byte {
	return Compress(appendObject(nil, map[string]json.RawMessage{"status": jsonvalue.AppendString(nil, s.Status), "data": appendObject(nil, s.Data)}))
}

// UnpackState reads what PackState has written.
func UnpackState(pack []byte) (*State, error) {
	text, err := Decompress(pack)
	if err != nil {
		return nil, err
	}
	var held struct {
		Status string                     `json:"status"`
		Data   map[string]json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(text, &held); err != nil {
		return nil, err
	}
	return &State{Status: held.Status, Data: held.Data}, nil
}
