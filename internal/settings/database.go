package settings

import (
	"net/url"
	"strings"
)

// Database is where entries are kept: a SQLite file, or a PostgreSQL server.
type Database struct {
	Dialect string // sqlite or postgres
	File    string // sqlite: the file, relative to the site folder unless absolute
	URL     string // postgres

	// ViewsURL is the address with the role that an operator has made for the
	// statements of sql Views: postgres; "" where the service makes one.
	ViewsURL Secret

	// DirectURL is the address of the server itself, where URL is that of a pooler
	// that gives each transaction another connection; "" where there is none.
	DirectURL Secret

	// Unsynced is sqlite's synchronous=normal: the last writes before a power
	// loss may be lost, although they were answered.
	Unsynced bool
}

// parseDatabase reads a database URL: sqlite:<file>, sqlite:<file>?synchronous=…,
// or postgres://….
func parseDatabase(value string) (Database, *problem) {
	if file, ok := strings.CutPrefix(value, "sqlite:"); ok {
		return sqliteFile(file)
	}
	if strings.HasPrefix(value, "postgres:") || strings.HasPrefix(value, "postgresql:") {
		return postgresServer(value)
	}
	return Database{}, wants("sqlite:<file> or postgres://<host>/<database>")
}

// directTarget is where processes tell each other what they write.
func directTarget(value string) *problem {
	if read, complaint := parseDatabase(value); complaint != nil || read.Dialect != "postgres" {
		return wants("postgres://<user>:<password>@<host>/<database>")
	}
	return nil
}

// viewsTarget names a role, beside where it logs in.
func viewsTarget(value string) *problem {
	u, err := url.Parse(value)
	if read, complaint := parseDatabase(value); err != nil || complaint != nil || read.Dialect != "postgres" || u.User.Username() == "" {
		return wants("postgres://<role>:<password>@<host>/<database>")
	}
	return nil
}

// postgresServer takes what the clients of PostgreSQL take as a URL: several hosts
// with commas, and a folder of sockets as the parameter host.
func postgresServer(value string) (Database, *problem) {
	u, err := url.Parse(value)
	switch {
	case err != nil || u.Opaque != "" || strings.Contains(value, "#"):
		return Database{}, wants("postgres://<user>:<password>@<host>/<database>, with a % and two digits for each special character of a password")
	case u.Host == "" && u.Query().Get("host") == "":
		return Database{}, wants("postgres://<host>/<database>, or postgres:///<database>?host=<folder> for a socket")
	}
	return Database{Dialect: "postgres", URL: value}, nil
}

// sqliteFile takes sqlite:///absolute as well, as other programs write it.
func sqliteFile(file string) (Database, *problem) {
	if rest, ok := strings.CutPrefix(file, "//"); ok {
		file = rest
	}
	file, query, asks := strings.Cut(file, "?")
	if asks && query != "synchronous=full" && query != "synchronous=normal" {
		return Database{}, wants("sqlite:<file>, sqlite:<file>?synchronous=full or sqlite:<file>?synchronous=normal")
	}
	switch {
	case file == "" || strings.ContainsAny(file, "#\x00"):
		return Database{}, wants("sqlite:<file>, a path without ? and #")
	case strings.HasPrefix(file, ":memory:"):
		return Database{}, wants("sqlite:<file>; a database in memory would lose what was answered as kept")
	}
	return Database{Dialect: "sqlite", File: file, Unsynced: query == "synchronous=normal"}, nil
}
