package quartet

import (
	"context"
	"encoding/json"
	"fmt"

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
	return s.app.Invoke(ctx, o.Caller.content(), procedure, input)
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
