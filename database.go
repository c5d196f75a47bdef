package quartet

import (
	"context"
	"io/fs"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/store"
)

// Change is one action on the table of a Schema.
type Change struct {
	Schema  string       `json:"schema"`
	Action  ChangeAction `json:"action"`
	Name    string       `json:"name,omitempty"`    // the column or index that it is about
	Rows    int64        `json:"rows,omitempty"`    // how many entries hold what is kept or dropped
	Renamed string       `json:"renamed,omitempty"` // with keep-table, the new Schema that looks like the kept one
}

// ChangeAction is what is done, such as add-column. keep-table and keep-column
// only name what is no longer declared, with its data, until Migrate is told to
// drop it.
type ChangeAction string

// Keeps reports whether the action leaves everything as it is and only names
// what the manifests no longer declare.
func (c Change) Keeps() bool { return store.Action(c.Action).Keeps() }

// Changes lists what the database needs to match the manifests and changes
// nothing. What is in the way, such as stored rows that a Schema no longer
// admits, is a *BootValidationError.
func Changes(ctx context.Context, o Options) ([]Change, error) {
	changes, err := app.Changes(ctx, o.app())
	return changesOf(changes), bootError(err)
}

// Migrate brings the database in line with the manifests, as Open does, and
// tells what it did. With drop it also removes, for good, what Schemas and
// properties that are no longer declared have left behind.
func Migrate(ctx context.Context, o Options, drop bool) ([]Change, error) {
	changes, err := app.Migrate(ctx, o.app(), drop)
	return changesOf(changes), bootError(err)
}

func changesOf(all []store.Change) []Change {
	return each(all, func(c store.Change) Change {
		return Change{c.Schema, ChangeAction(c.Action), c.Name, c.Rows, c.Renamed}
	})
}

// Condition is how a database is: a file, or a database of a server.
type Condition struct {
	File    string      `json:"file"` // "" on a server
	Exists  bool        `json:"exists"`
	Mode    fs.FileMode `json:"-"`       // of the file; 0 when there is none
	ID      string      `json:"id"`      // which file it is to the system; "" where that is not known
	Bytes   int64       `json:"bytes"`   // of the database
	Log     int64       `json:"log"`     // bytes of the file's write-ahead log
	Free    int64       `json:"free"`    // bytes that the disk has left for the service; -1 where that is not known
	Version int         `json:"version"` // of the platform's tables, the number of the last migration
	Newest  int         `json:"newest"`  // the version that this program brings them to
	Damage  []string    `json:"damage"`  // what the database's own check finds, at most a hundred lines
	Server  *Server     `json:"server,omitempty"`
}

// Server is what a database server says of itself.
type Server struct {
	Address  string `json:"address"` // host:port/database, or socket folder:port/database
	Release  string `json:"release"` // such as 15.20
	Number   int    `json:"number"`  // the same as a number, such as 150020
	Encoding string `json:"encoding"`
	Standby  bool   `json:"standby"`  // it follows another one and takes no writes
	ReadOnly bool   `json:"readOnly"` // by a setting of the server, the database or the role

	Role       string `json:"role"`
	MakesRoles bool   `json:"makesRoles"` // the role may make the one of sql Views

	Connections int `json:"connections"` // of all clients to all of its databases
	Most        int `json:"most"`        // that it takes
}

// IsFull reports whether writes may fail soon for want of room on the disk.
func (c Condition) IsFull() bool { return c.store().IsFull() }

// IsOpen reports whether others than the owner of the file may use it.
func (c Condition) IsOpen() bool { return c.store().IsOpen() }

// Problems are what stands in the way of serving from the database.
func (c Condition) Problems() Diagnostics { return c.store().Problems() }

func (c Condition) store() store.Condition {
	return store.Condition{
		File: c.File, Exists: c.Exists, Mode: c.Mode, ID: c.ID, Bytes: c.Bytes, Log: c.Log, Free: c.Free,
		Version: c.Version, Newest: c.Newest, Damage: c.Damage, Server: (*store.Server)(c.Server),
	}
}

func conditionOf(c store.Condition) Condition {
	return Condition{
		File: c.File, Exists: c.Exists, Mode: c.Mode, ID: c.ID, Bytes: c.Bytes, Log: c.Log, Free: c.Free,
		Version: c.Version, Newest: c.Newest, Damage: c.Damage, Server: (*Server)(c.Server),
	}
}

// Examine looks at the database of a site, beside whatever serves it, and
// changes nothing; it reads the whole of a file. The manifests are not looked at, the
// settings must be well formed. The error is a diagnostic of a file that cannot
// be read, which names it and what to do.
func Examine(ctx context.Context, o Options) (Condition, error) {
	c, err := app.Examine(ctx, o.app())
	return conditionOf(c), bootError(err)
}

// AuditLogSize is how much the audit log of a site holds. Bytes are those of the
// values, without pages and indexes.
type AuditLogSize struct {
	Records  int64
	Waiting  int64 // bytes of values that are not packed yet
	Versions int64 // changes whose values are packed, and versions alone
	Packed   int64 // bytes of those
}

// SizeOfAuditLog looks at the audit log of a site that need not be served, and
// changes nothing.
func SizeOfAuditLog(ctx context.Context, o Options) (AuditLogSize, error) {
	size, err := app.AuditLogSize(ctx, o.app())
	return AuditLogSize(size), bootError(err)
}
