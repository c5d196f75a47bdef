package content

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// MarshalJSON writes the entry as Row has it (contract, Entry row), for programs
// that hand entries on with encoding/json.
func (e Entry) MarshalJSON() ([]byte, error) {
	data, err := plainObject(e.Data)
	if err != nil {
		return nil, fmt.Errorf("data of entry %s: %w", e.ID, err)
	}
	e.Data = data
	return jsonvalue.Append(nil, e.Row()), nil
}

// UnmarshalJSON reads what MarshalJSON writes. Numbers of data stay what they
// are.
func (e *Entry) UnmarshalJSON(text []byte) error {
	var row struct {
		ID         string          `json:"id"`
		Collection string          `json:"collection"`
		Status     Status          `json:"status"`
		Version    int64           `json:"version"`
		Data       json.RawMessage `json:"data"`
		AuthorID   string          `json:"authorId"`
		CreatedAt  int64           `json:"createdAt"`
		UpdatedAt  int64           `json:"updatedAt"`
	}
	if err := json.Unmarshal(text, &row); err != nil {
		return err
	}
	data, err := objectOf(row.Data)
	if err != nil {
		return fmt.Errorf("data of entry %s: %w", row.ID, err)
	}
	*e = Entry{
		ID: row.ID, Collection: row.Collection, Status: row.Status, Version: row.Version, Data: data,
		AuthorID: row.AuthorID, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
	return nil
}

// MarshalJSON writes the event as ctx.event is named in the contract: id,
// trigger, hook, schema and entry, which is null where there is none.
func (e Event) MarshalJSON() ([]byte, error) {
	value := map[string]any{"id": e.ID, "trigger": e.Trigger, "hook": string(e.Hook), "schema": e.Schema, "entry": nil}
	if e.Entry != nil {
		entry, err := plainObject(e.Entry)
		if err != nil {
			return nil, fmt.Errorf("entry of event %s: %w", e.ID, err)
		}
		value["entry"] = entry
	}
	return jsonvalue.Append(nil, value), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Event) UnmarshalJSON(text []byte) error {
	var event struct {
		ID      string          `json:"id"`
		Trigger string          `json:"trigger"`
		Hook    plan.Hook       `json:"hook"`
		Schema  string          `json:"schema"`
		Entry   json.RawMessage `json:"entry"`
	}
	if err := json.Unmarshal(text, &event); err != nil {
		return err
	}
	entry, err := objectOf(event.Entry)
	if err != nil {
		return fmt.Errorf("entry of event %s: %w", event.ID, err)
	}
	*e = Event{ID: event.ID, Trigger: event.Trigger, Hook: event.Hook, Schema: event.Schema, Entry: entry}
	return nil
}

var errNoObject = errors.New("the value is no JSON object")

// plainObject is an object of any Go values as JSON values.
func plainObject(object map[string]any) (map[string]any, error) {
	value, err := jsonvalue.Normalize(object, storedLimits)
	if err != nil || value == nil {
		return map[string]any{}, err
	}
	plain, ok := value.(map[string]any)
	if !ok {
		return nil, errNoObject
	}
	return plain, nil
}

// objectOf decodes an object; nil for null and for nothing.
func objectOf(text json.RawMessage) (map[string]any, error) {
	if len(text) == 0 {
		return nil, nil
	}
	value, err := jsonvalue.Decode(text, storedLimits)
	if err != nil || value == nil {
		return nil, err
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, errNoObject
	}
	return object, nil
}
