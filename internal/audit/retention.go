package audit

import (
	"math"
	"time"
)

// Retention bounds what is kept of changes. What goes over it is pruned by the sweep
// of the store, which writes a record of its own about it. A record whose values are
// pruned still tells who, when and what was done.
type Retention struct {
	// Versions is how many of the newest changes of an entry are kept with their
	// values: as many versions can be had back.
	Versions int

	// Published is how many versions beyond those are kept of the ones that a
	// publish made.
	Published int

	// Records is how long a record about an entry is kept once it tells no values, as
	// that of a creation does from the beginning, and all records of an entry once it
	// is deleted; 0 is for ever. Records about people, keys and settings are kept for
	// ever anyway.
	Records time.Duration
}

// RetainAll bounds nothing.
var RetainAll = Retention{Versions: math.MaxInt, Published: math.MaxInt}
