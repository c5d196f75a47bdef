package worker

import (
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

const (
	// spareMemory is how much of Go's memory the process may have beside that of its
	// realms, in bytes: what handlers hand over is copied. It is looked at tidyPause
	// after calls.
	spareMemory = 24 << 20
	tidyPause   = 2 * time.Second
)

// memory gives back to the system what calls have left. The collector alone would
// begin when as much has been used again, which may never be.
type memory struct{ tidying atomic.Bool }

// tidy looks at the memory soon, once for all calls until then.
func (m *memory) tidy() {
	if m.tidying.Load() || m.tidying.Swap(true) {
		return
	}
	time.AfterFunc(tidyPause, func() {
		m.tidying.Store(false)
		if goMemory() > spareMemory {
			debug.FreeOSMemory()
		}
	})
}

// goMemory is what Go has of the system, in bytes.
func goMemory() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}
