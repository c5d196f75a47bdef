package observe

import "time"

// Health is the condition of a service. Counts are of this process since it
// started; what waits and what is stored is the database's, whoever put it
// there.
type Health struct {
	Since      time.Time // when the counts began
	Hooks      Hooks
	Deliveries Deliveries
	Database   Database
	Backups    Backups
}

// Hooks are the events of deferred hooks that are stored.
type Hooks struct {
	Due     int           // could run now: the backlog
	Running int           // held by a worker
	Waiting int           // for another try
	Dead    int           // parts of events that were given up
	Oldest  time.Duration // how long the oldest due event has been due; 0 when none is
}

// Pending is how many events are not dead.
func (h Hooks) Pending() int { return h.Due + h.Running + h.Waiting }

// Deliveries count tries of deferred hooks.
type Deliveries struct {
	Tries     int64 // that began
	Delivered int64 // that succeeded
	Failed    int64 // that did not
	Dead      int64 // hooks that were given up
}

// Database is the condition of the database. Sizes are in bytes, and less than
// 0 where they are not known.
type Database struct {
	Size     int64 // of the file
	Log      int64 // of the write-ahead log
	Free     int64 // that the file system has left for the service
	Writes   int64
	Commits  int64            // of one write or of many together
	Failures map[string]int64 // writes that the database refused, by the diagnostic's code
	Queued   int              // writes that wait for the writer
	Readers  Pool             // connections of declarative Views and single entries
	Guarded  Pool             // connections of sql Views
}

// Pool is the condition of a pool of connections.
type Pool struct {
	Size   int
	Busy   int
	Waits  int64         // reads for which no connection was free
	Waited time.Duration // all of these together
}

// Backups is how the copies of the site stand, whichever process took them.
type Backups struct {
	Scheduled bool      // copies are taken by themselves
	Running   bool      // one is taken now
	LastAt    time.Time // the moment of the last that was taken and read back; zero for none
	LastSize  int64     // bytes
	LastTook  time.Duration
	Failures  int  // since that one
	Overdue   bool // that one is older than two intervals of the schedule
}
