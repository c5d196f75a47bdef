package keyring

import "sync/atomic"

// Operation is a kind of work on a secret that takes measurable time.
type Operation int

// The operations. Sealing and opening come with a derivation each, as a MAC
// does.
const (
	Hashing Operation = iota
	Deriving
	Authenticating
	Sealing
	Opening
	operations // how many there are
)

// String is the operation as a metric's label.
func (o Operation) String() string {
	return [operations]string{"hash", "derive", "mac", "seal", "open"}[o]
}

// done is what this process has done.
var done [operations]atomic.Uint64

// Work is how often this process has done each operation since it began. A
// rise beyond that of requests that succeed is somebody who guesses; and two
// requests that took the same work cannot be told apart by it.
func Work() map[Operation]uint64 {
	work := make(map[Operation]uint64, operations)
	for o := range operations {
		work[o] = done[o].Load()
	}
	return work
}
