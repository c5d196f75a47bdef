package postgrestest

import (
	"testing"
)

// Standby starts a server that follows s and answers reads. It holds the same
// databases for the same roles; At gives their addresses.
func (s *Server) Standby(t testing.TB) *Server {
	t.Helper()
	here := s.cluster.here
	follower := &cluster{here: here, folder: ownFolder(t, here), settings: s.cluster.settings, access: s.cluster.access}
	if err := here.run("pg_basebackup", "-D", follower.data(), "-d", s.cluster.url(superuser, "postgres"),
		"--write-recovery-conf", "--checkpoint=fast", "--no-sync"); err != nil {
		t.Fatal(err)
	}
	standby := &Server{cluster: follower}
	standby.begin(t)
	return standby
}

// WaitForStandby makes each commit wait until a standby has it, so that one that
// is promoted has every answered write.
func (s *Server) WaitForStandby(t testing.TB) {
	t.Helper()
	s.Exec(t, "ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
}

// Promote makes a standby take writes, and returns when it does.
func (s *Server) Promote(t testing.TB) {
	t.Helper()
	s.Exec(t, "SELECT pg_promote(true, 30)")
}
