package wire

// Backups is how the copies of the site stand, and what is kept.
type Backups struct {
	Place    *string      `json:"place"`   // null where none is configured
	EveryMS  int64        `json:"everyMs"` // between two copies of the schedule, 0 for none
	Keep     BackupKeep   `json:"keep"`
	Media    bool         `json:"media"`   // copies hold the bytes of the media library
	Running  *Backup      `json:"running"` // null while none is taken
	Last     *Backup      `json:"last"`    // that was taken and read back; null for none
	Failed   *Backup      `json:"failed"`  // the last failure since; null for none
	Failures int          `json:"failures"`
	Next     *int64       `json:"next"` // of the schedule; null without
	Overdue  bool         `json:"overdue"`
	Copies   []BackupCopy `json:"copies"` // the newest first
	Listed   bool         `json:"listed"` // false where the place could not be asked
}

// BackupKeep is how many copies the schedule keeps.
type BackupKeep struct {
	Last    int `json:"last"`
	Daily   int `json:"daily"`
	Weekly  int `json:"weekly"`
	Monthly int `json:"monthly"`
}

// Backup is a copy that was begun.
type Backup struct {
	BeganAt int64   `json:"beganAt"`
	EndedAt *int64  `json:"endedAt"` // null while it is taken
	By      string  `json:"by" ts:"'schedule' | 'command' | 'person'"`
	UserID  *string `json:"userId"` // of the person
	Place   string  `json:"place"`
	Name    *string `json:"name"` // null while it is taken, and where it failed
	Media   bool    `json:"media"`
	Bytes   int64   `json:"bytes"`
	Rows    int64   `json:"rows"`
	Objects int64   `json:"objects"` // of the media library
	Problem *string `json:"problem"`
}

// BackupCopy is a copy at the place. CheckedAt is when all of it was read back; null
// where this database does not know.
type BackupCopy struct {
	Name      string `json:"name"`
	TakenAt   int64  `json:"takenAt"`
	Bytes     int64  `json:"bytes"`
	Media     *bool  `json:"media"` // null where this database does not know
	CheckedAt *int64 `json:"checkedAt"`
}
