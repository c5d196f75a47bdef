package wire

// Console is what the developer console shows.
type Console struct {
	Fingerprint string     `json:"fingerprint"`
	Schemas     []Atom     `json:"schemas"`
	Views       []Atom     `json:"views"`
	Procedures  []Atom     `json:"procedures"`
	Triggers    []Atom     `json:"triggers"`
	Interfaces  Interfaces `json:"interfaces"`
	Relations   []Relation `json:"relations"`
	Queue       QueueDepth `json:"queue"`
	Diagnostics []any      `json:"diagnostics"` // as quartet validate --json gives them
}

// Atom is a manifest. Source is where it is written.
type Atom struct {
	Name        string `json:"name"`
	Title       Text   `json:"title"`
	Description Text   `json:"description"`
	Source      Source `json:"source"`
}

// Source is a document of a manifest file; Line is where Text begins.
type Source struct {
	File     string `json:"file"`
	Document int    `json:"document"`
	Line     int    `json:"line"`
	Text     string `json:"text"`
}

// Interfaces are the ways in from outside.
type Interfaces struct {
	HTTP  []Route `json:"http"`
	MCP   []Tool  `json:"mcp"`
	Pages []Route `json:"pages"`
}

// Route is an HTTP route: of a View or a Trigger.
type Route struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Kind   string `json:"kind"`
	Name   string `json:"name"`
}

// Tool is an MCP tool of a surface: of a View, a Trigger or a Schema.
type Tool struct {
	Surface string `json:"surface"`
	Tool    string `json:"tool"`
	Kind    string `json:"kind"`
	Name    string `json:"name"`
}

// Relation says that one atom names another. From and To are <Kind>/<name>.
type Relation struct {
	Kind string `json:"kind"`
	From string `json:"from"`
	To   string `json:"to"`
}

// QueueDepth is how many events of deferred hooks wait, and how many are dead.
type QueueDepth struct {
	Pending int `json:"pending"`
	Dead    int `json:"dead"`
}

// Deferred is a waiting event of deferred hooks, or a dead part of one.
type Deferred struct {
	ID         string   `json:"id"`
	Hook       string   `json:"hook"`
	Collection string   `json:"collection"`
	EntryID    string   `json:"entryId"`
	Triggers   []string `json:"triggers"`
	State      string   `json:"state"` // pending or dead
	Running    bool     `json:"running"`
	Tries      int      `json:"tries"`
	Time       int64    `json:"time"`       // when it is due, or when it died
	Diagnostic any      `json:"diagnostic"` // why the last try failed, or null
}

// Replayed is how many dead parts of an event are due again.
type Replayed struct {
	Replayed int `json:"replayed"`
}

// AuditLine is one change. Before and After hold what differs, or are null.
type AuditLine struct {
	ID         int64   `json:"id"`
	Time       int64   `json:"time"`
	Actor      *string `json:"actor"` // a user's id, or else a credential's; null for nobody
	Credential *string `json:"credential"`
	ClientID   *string `json:"clientId"`
	Surface    string  `json:"surface"`
	Action     string  `json:"action"`
	Collection *string `json:"collection"`
	Entry      *string `json:"entry"` // or the user or invitation, where there is no collection
	Version    int64   `json:"version"`
	Before     Raw     `json:"before"`
	After      Raw     `json:"after"`
}
