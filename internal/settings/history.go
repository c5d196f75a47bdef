package settings

// History bounds what is kept of the changes of entries.
type History struct {
	Keep          int `json:"keep"`          // newest changes of an entry that are kept with their values
	KeepPublished int `json:"keepPublished"` // versions beyond those, of the ones that a publish made
	AuditDays     int `json:"auditDays"`     // that a line which tells no values (any more) is kept; 0 for ever
}

var defaultHistory = History{Keep: 100, KeepPublished: 400, AuditDays: 730}

// The most that the keys of history take.
const (
	maxVersions = 100_000
	maxDays     = 36_500
)
