package postgrestest

import (
	"slices"
	"testing"
	"time"
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
	// A server reads its settings in its own time. Who connects after it did sees them; its checkpointer, which
	// says whether commits wait, has been told by then, and reads them before its next checkpoint.
	for {
		names, err := query(t.Context(), s.cluster.url(superuser, "postgres"), "SHOW synchronous_standby_names")
		if err != nil {
			t.Fatal(err)
		}
		if slices.Equal(names, []string{"*"}) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.Exec(t, "CHECKPOINT")
}

// Promote makes a standby take writes, and returns when it does.
func (s *Server) Promote(t testing.TB) {
	t.Helper()
	s.Exec(t, "SELECT pg_promote(true, 30)")
}
