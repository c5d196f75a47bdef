package moves

import (
	"encoding/json"
	"fmt"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Hook is the hook of the event that a move which is due is in the queue. Its one Trigger
// is the direction.
const Hook plan.Hook = "move"

type body struct {
	Move string `json:"move"`
}

// Body is what such an event says: which moves it is of, by their Key. KeyOf reads it.
func Body(key string) []byte {
	text, _ := json.Marshal(body{key}) //nolint:errchkjson // a string
	return text
}

// KeyOf is the Key of the moves that an event is of.
func KeyOf(e *content.Deferred) (string, error) {
	var b body
	if err := json.Unmarshal(e.Body, &b); err != nil || b.Move == "" {
		return "", diag.Internal(fmt.Errorf("event %s names no move: %w", e.ID, err))
	}
	return b.Move, nil
}
