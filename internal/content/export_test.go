package content

import "github.com/quartet-dev/quartet/internal/plan"

// FiredHooks are the hooks that some kind of write fires.
func FiredHooks() (fired []plan.Hook) {
	for _, each := range moves {
		fired = append(fired, each.before, each.after)
	}
	return fired
}
