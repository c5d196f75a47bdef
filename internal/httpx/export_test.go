package httpx

import (
	"testing"
	"time"
)

// SetStallTime sets how long a client may take nothing, for one test.
func SetStallTime(t *testing.T, limit time.Duration) {
	before := stallTimeout
	stallTimeout = limit
	t.Cleanup(func() { stallTimeout = before })
}
