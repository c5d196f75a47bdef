package app

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// Invoke runs a Procedure. input is an object: nil, a map, or a struct with json
// tags.
func (a *App) Invoke(ctx context.Context, caller content.Caller, procedure string, input any) (any, error) {
	object, err := objectOf(input)
	if err != nil {
		return nil, err
	}
	return a.content.Invoke(ctx, caller, procedure, object)
}

func objectOf(input any) (map[string]any, error) {
	switch input := input.(type) {
	case nil:
		return map[string]any{}, nil
	case map[string]any:
		return input, nil
	}
	value, err := jsonvalue.Normalize(input, jsonvalue.Limits{})
	if err != nil {
		return nil, diag.Refused(diag.InputValidationFailed, "input#", err)
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, diag.At(diag.InputValidationFailed, "input#", "The input must be an object.")
	}
	return object, nil
}

// DecodeInput decodes the input of a handler into a value of a Go type. One that
// the type cannot hold is INPUT_VALIDATION_FAILED at its place.
func DecodeInput(input map[string]any, into any) error {
	err := json.Unmarshal(jsonvalue.Append(nil, input), into)
	if err == nil {
		return nil
	}
	path := "input#"
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) && wrong.Field != "" {
		path += jsonvalue.Pointer(strings.Split(wrong.Field, ".")...)
	}
	return diag.At(diag.InputValidationFailed, path, "The value is not one that this call can take.").WithCause(err)
}
