package cli

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/store"
)

// doctor and migrate say of a server what it is, and nothing of files and disks.
func TestAServerIsDescribed(t *testing.T) {
	server := store.Server{
		Address: "10.0.0.5:5432/tea", Release: "15.20", Number: 150020, Encoding: "UTF8", Role: "quartet", MakesRoles: true, Connections: 12, Most: 100,
	}
	for want, c := range map[string]store.Condition{
		"10.0.0.5:5432/tea, PostgreSQL 15.20, 10.3 MB, UTF8, role quartet, which may make roles, 12 of 100 connections, version 14": {Exists: true, Bytes: 10_300_000, Version: 14, Newest: 14},
		"10.0.0.5:5432/tea, PostgreSQL 15.20, 10.3 MB, UTF8, role quartet, which may make roles, 12 of 100 connections, version 14 of 15": {
			Exists: true, Bytes: 10_300_000, Version: 14, Newest: 15,
		},
		"10.0.0.5:5432/tea, PostgreSQL 15.20, 10.3 MB, UTF8, role quartet, which may make roles, 12 of 100 connections; no tables yet, a start makes them": {Bytes: 10_300_000, Newest: 14},
	} {
		c.Server, c.Free = &server, -1
		if got := conditionOf(c); got != want || len(disk(c, true)) > 0 || c.Problems().HasErrors() {
			t.Errorf("%s, want %s; %v %v", got, want, disk(c, true), c.Problems())
		}
	}
	old := server
	old.Number, old.Release, old.Encoding, old.Standby = 130010, "13.10", "SQL_ASCII", true
	problems := store.Condition{Server: &old}.Problems()
	for i, says := range []string{"PostgreSQL 13.10", "SQL_ASCII", "standby"} {
		if len(problems) != 3 || !strings.Contains(problems[i].Message, says) {
			t.Fatalf("%v", problems)
		}
	}
}
