package quartet

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// CallOptions belong to the call of a Procedure. The zero value calls for
// nobody.
type CallOptions struct {
	Caller Caller
}

// Invoke runs a Procedure, whether or not a Trigger makes it reachable:
// authorize, validate the input, run the guard, run the handler, validate the
// output. input is an object: nil, a map, or a struct with json tags. The
// result is a JSON value (nil, bool, string, int64, float64, []any or
// map[string]any). An unknown name is PROCEDURE_NOT_FOUND.
func (s *Service) Invoke(ctx context.Context, procedure string, input any, o CallOptions) (any, error) {
	object, err := objectOf(input)
	if err != nil {
		return nil, err
	}
	return s.app.Content().Invoke(ctx, o.Caller, procedure, object)
}

// Call is Invoke with a result of a type of the program's own.
func Call[Out any](ctx context.Context, s *Service, procedure string, input any, o CallOptions) (Out, error) {
	var out Out
	result, err := s.Invoke(ctx, procedure, input, o)
	if err != nil {
		return out, err
	}
	if err := json.Unmarshal(jsonvalue.Append(nil, result), &out); err != nil {
		return out, fmt.Errorf("decode the result of %s: %w", procedure, err)
	}
	return out, nil
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
