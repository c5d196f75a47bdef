package postgrestest

import (
	"context"
	"os"
	"syscall"
	"testing"
)

// Options say what a server of a test is like.
type Options struct {
	Durable  bool     // commits wait for the disk, so that a crash of the machine loses none
	Settings []string // name=value, as in postgresql.conf
}

// A Server is a test's own. It ends with the test.
type Server struct {
	cluster *cluster
}

// Start starts a server with an empty cluster.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	here := need(t)
	folder := ownFolder(t, here)
	settings := o.Settings
	if !o.Durable {
		settings = append([]string{"fsync=off", "full_page_writes=off"}, settings...)
	}
	c, err := newCluster(here, folder, settings)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{cluster: c}
	s.begin(t)
	if err := c.makeOwner(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *Server) begin(t testing.TB) {
	t.Helper()
	if err := s.cluster.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.cluster.stop(syscall.SIGQUIT) })
}

// ownFolder is a folder of the account until the test is over.
func ownFolder(t testing.TB, here installed) string {
	t.Helper()
	folder, err := here.newFolder()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(folder); err != nil {
			t.Error(err)
		}
	})
	return folder
}

// Address is the server's host:port. It stays when the server is started again.
func (s *Server) Address() string { return s.cluster.Address }

// Database is the address of an empty database; its role is no superuser and may
// make roles. Its collation is C.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	name, err := s.cluster.create(t.Context(), "template0")
	if err != nil {
		t.Fatal(err)
	}
	return s.cluster.url(owner, name)
}

// Stop ends the server: at once, as in a crash, or after it has ended its
// connections and written what it holds.
func (s *Server) Stop(immediate bool) {
	how := syscall.SIGINT
	if immediate {
		how = syscall.SIGQUIT
	}
	s.cluster.stop(how)
}

// Start starts a stopped server, and returns when it answers.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	if err := s.cluster.up(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// Restart stops and starts it.
func (s *Server) Restart(t testing.TB, immediate bool) {
	t.Helper()
	s.Stop(immediate)
	s.Start(t)
}

// Exec runs statements as the superuser, such as ALTER SYSTEM and
// pg_reload_conf().
func (s *Server) Exec(t testing.TB, statements ...string) {
	t.Helper()
	for _, each := range statements { // ALTER SYSTEM runs in no transaction
		if err := s.cluster.exec(t.Context(), each); err != nil {
			t.Fatalf("%s: %v", each, err)
		}
	}
}
