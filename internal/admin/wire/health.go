package wire

// Health is how the service fares. Counts are of the process that answers, since
// it started; hooks and sizes are the database's, whichever process put them
// there. Sizes are in bytes, null where they are not known.
type Health struct {
	Since      int64       `json:"since"`
	Hooks      HookBacklog `json:"hooks"`
	Deliveries Deliveries  `json:"deliveries"`
	Database   Database    `json:"database"`
}

// HookBacklog is the deferred hooks that are stored: due ones could run now, and
// OldestMS is how long the oldest due one has been due.
type HookBacklog struct {
	Due      int   `json:"due"`
	Running  int   `json:"running"`
	Waiting  int   `json:"waiting"` // for another try
	Dead     int   `json:"dead"`
	OldestMS int64 `json:"oldestMs"`
}

// Deliveries are tries of deferred hooks: those that began, that succeeded and
// that failed, and how many hooks were given up.
type Deliveries struct {
	Tries     int64 `json:"tries"`
	Delivered int64 `json:"delivered"`
	Failed    int64 `json:"failed"`
	Dead      int64 `json:"dead"`
}

// Database is the file and the connections to it.
type Database struct {
	Size     *int64         `json:"size"`
	Log      *int64         `json:"log"`  // the write-ahead log
	Free     *int64         `json:"free"` // on the file system of both
	Writes   int64          `json:"writes"`
	Commits  int64          `json:"commits"`  // of one write or several
	Failures []WriteFailure `json:"failures"` // that nobody but the operator can mend
	Queued   int            `json:"queued"`   // writes that wait
	Readers  Pool           `json:"readers"`
	Guarded  Pool           `json:"guarded"` // for sql Views
}

// WriteFailure is how many writes failed with a code.
type WriteFailure struct {
	Code  string `json:"code"`
	Count int64  `json:"count"`
}

// Pool is connections that read, and how many reads found none of them free.
type Pool struct {
	Size     int   `json:"size"`
	Busy     int   `json:"busy"`
	Waits    int64 `json:"waits"`
	WaitedMS int64 `json:"waitedMs"`
}
