package web

import (
	"time"

	"github.com/quartet-dev/quartet/internal/script/engine"
)

var clockFuncs = map[string]engine.Func{"clock.now": now}

var origin = time.Now()

// now is the milliseconds since the process began, with their fraction.
func now([]any) (any, error) { return float64(time.Since(origin)) / float64(time.Millisecond), nil }
