package audit

// VersionLine is one version of an entry in a list of them: who made it, without what
// it holds.
type VersionLine struct {
	Record        // without values
	Name   string // that somebody gave it; "" for none
	Kept   bool   // EntryVersion has it
}

// NamedVersion gives a version of an entry a name, "" for none any more. What has a
// name is kept whatever the bounds of Retention are.
type NamedVersion struct {
	Collection, Subject string
	Version             int64
	Name                string
	Time                int64 // Unix epoch milliseconds
	Actor               string
}

// MaxNamedVersions is how many versions of one entry may have a name: each is kept
// whole.
const MaxNamedVersions = 100
