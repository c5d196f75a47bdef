package store

import (
	"io/fs"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Condition is how a database is: a file, or a database of a server (decision 223).
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

// oldestServer is the oldest release of PostgreSQL that is supported.
const oldestServer = 140000

// Unsuitable is what stands in the way of serving from a server: DATABASE_UNSUITABLE
// each.
func (s *Server) Unsuitable() (list diag.List) {
	if s.Number < oldestServer {
		list.Add(s.unsuitable("It is PostgreSQL "+s.Release+"; 14 or newer is needed.", "Upgrade the server."))
	}
	if s.Encoding != "UTF8" {
		list.Add(s.unsuitable("The encoding of its database is "+s.Encoding+", and not UTF8.",
			"Make another database: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'. The encoding of one that exists does not change."))
	}
	switch {
	case s.Standby:
		list.Add(s.unsuitable("It is a standby, which refuses writes.", "Name the other server; with several hosts in the URL, target_session_attrs=read-write finds it."))
	case s.ReadOnly:
		list.Add(s.unsuitable("It takes no writes from the role "+s.Role+": default_transaction_read_only is on.", "Take the setting from the role, the database or the server."))
	}
	return list
}

func (s *Server) unsuitable(what, suggestion string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: diag.DatabaseUnsuitable, Phase: diag.Boot, Severity: diag.Error, Path: "settings#/database",
		Message: "The server " + s.Address + " cannot be used. " + what, Suggestion: suggestion,
	}
}

// lowSpace is less than what a log of writes may come to need.
const lowSpace = 64 << 20

// IsFull reports whether so little room is left on the disk that writes may
// fail soon.
func (c Condition) IsFull() bool { return c.Free >= 0 && c.Free < lowSpace }

// IsOpen reports whether others than the owner of the file may use it.
func (c Condition) IsOpen() bool { return c.Mode.Perm()&0o077 != 0 }

// RestoreBackup is what an operator does about a damaged file.
const RestoreBackup = "The file is damaged. Stop the service, keep a copy of the file with its -wal, and restore a copy with quartet restore; quartet doctor says what is damaged."

// Problems are what stands in the way of serving from the database.
func (c Condition) Problems() (list diag.List) {
	if c.Server != nil {
		list = append(list, c.Server.Unsuitable()...)
	}
	if len(c.Damage) == 0 {
		return list
	}
	d := diag.At(diag.ResourceUnavailable, "", "The database "+c.File+" is damaged: "+c.Damage[0])
	d.Suggestion = RestoreBackup
	list.Add(d)
	return list
}
