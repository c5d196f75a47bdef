package rendition

import (
	"runtime"
	"sync/atomic"
	"time"

	"github.com/quartet-dev/quartet/internal/inflight"
)

const (
	// maxMemory (decision 164) is what all pictures that are being made take together, as counted
	// from their headers: what is resident beyond it stays under 256 MiB.
	maxMemory = 228 << 20
	// fixedMemory is what a decode and an encoder take beside pixels.
	fixedMemory = 2 << 20
	maxWait     = 30 * time.Second
	// maxSide is the longest side of a JPEG.
	maxSide = 65535
	// maxGarbage is what pictures may leave behind before it is collected.
	maxGarbage = 48 << 20
)

// Memory is what pictures that are being made take.
var Memory = inflight.NewBudget(maxMemory, maxWait)

// memoryFor is what a rendition takes while it is made.
func (h *header) memoryFor(size Size) int64 { return h.memory + h.memoryOf(size) }

// memoryOf is what the pixels of a rendition take, twice where they are turned.
func (h *header) memoryOf(size Size) int64 {
	perPixel := int64(4)
	if h.orientation != 1 {
		perPixel *= 2
	}
	return fixedMemory + size.pixels()*perPixel
}

var garbage atomic.Int64

// collect takes back what pictures took before the next one may take it: the
// collector would let as much garbage lie as there is memory in use. Nothing goes
// back to the system here, because requests beside it would wait for that.
func collect(bytes int64) {
	if garbage.Add(bytes) > maxGarbage {
		garbage.Store(0)
		runtime.GC()
	}
}
