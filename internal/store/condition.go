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
	Standby  bool   `json:"standby"` // it follows another one and takes no writes

	Role       string `json:"role"`
	MakesRoles bool   `json:"makesRoles"` // the role may make the one of sql Views

	Connections int `json:"connections"` // of all clients to all of its databases
	Most        int `json:"most"`        // that it takes
}

// oldestServer is the oldest release of PostgreSQL that is supported.
const oldestServer = 140000

// faults are what stands in the way of serving from a server.
func (s *Server) faults() (list []string) {
	if s.Number < oldestServer {
		list = append(list, "It is PostgreSQL "+s.Release+"; 14 or newer is needed.")
	}
	if s.Encoding != "UTF8" {
		list = append(list, "The encoding of its database is "+s.Encoding+"; UTF8 is needed, with which the database is made.")
	}
	if s.Standby {
		list = append(list, "It is a standby, which takes no writes; with several hosts in the URL, target_session_attrs=read-write finds the other one.")
	}
	return list
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
		for _, each := range c.Server.faults() {
			list.Add(diag.At(diag.ResourceUnavailable, "", "The server "+c.Server.Address+" cannot be used. "+each))
		}
	}
	if len(c.Damage) == 0 {
		return list
	}
	d := diag.At(diag.ResourceUnavailable, "", "The database "+c.File+" is damaged: "+c.Damage[0])
	d.Suggestion = RestoreBackup
	list.Add(d)
	return list
}
