package postgrestest

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// PgBouncer starts PgBouncer in front of the server, in transaction mode with
// its defaults, and gives its host:port. It ends with the test. Debian's is older
// than 1.21 and carries no prepared statements.
func (s *Server) PgBouncer(t testing.TB) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer" // where PATH is a user's
	}
	if _, err := os.Stat(program); err != nil {
		skip(t, err)
	}
	here, folder := s.cluster.here, ownFolder(t, s.cluster.here)
	address, err := freeAddress(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	settings := s.write(t, folder, "users", fmt.Sprintf("%q %q\n", superuser, s.cluster.Password))
	settings = s.write(t, folder, "pgbouncer.ini", s.bouncerSettings(address, settings))
	p, err := start(here.command(program, settings), filepath.Join(folder, "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.stop(syscall.SIGTERM) })
	if err := awaitPort(t.Context(), p, address); err != nil {
		said, _ := os.ReadFile(filepath.Join(folder, "log")) // without it the error says enough
		t.Fatalf("PgBouncer does not run: %v: %s", err, said)
	}
	return address
}

// bouncerSettings lets in every role that the server knows.
func (s *Server) bouncerSettings(address, users string) string {
	host, port, _ := net.SplitHostPort(address)                       // from a listener
	serverHost, serverPort, _ := net.SplitHostPort(s.cluster.Address) // as well
	return fmt.Sprintf(`[databases]
* = host=%s port=%s auth_user=%s
[pgbouncer]
listen_addr = %s
listen_port = %s
unix_socket_dir =
auth_type = md5
auth_file = %s
pool_mode = transaction
`, serverHost, serverPort, superuser, host, port, users)
}

func (s *Server) write(t testing.TB, folder, name, text string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.cluster.here.give(path); err != nil {
		t.Fatal(err)
	}
	return path
}

func awaitPort(ctx context.Context, p *process, address string) error {
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			return conn.Close()
		}
		if p.hasEnded() || time.Now().After(end) {
			return err
		}
	}
}

// At is a database's address with another host:port, or several of them, divided
// by commas.
func At(database, hosts string) string {
	u, err := url.Parse(database)
	if err != nil {
		return database // who uses it is told
	}
	u.Host = hosts
	return u.String()
}
