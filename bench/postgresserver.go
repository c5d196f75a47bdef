package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// postgresServer is a PostgreSQL server of the distribution, as it is installed but for
// a larger cache: its commits wait for the disk.
type postgresServer struct {
	cmd  *exec.Cmd
	addr string
}

// startPostgres makes a server in an empty folder. PostgreSQL refuses root, so it is
// run as the user of its package there.
func startPostgres(folder string) (*postgresServer, error) {
	programs, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // the pattern is good
	if len(programs) == 0 {
		return nil, errors.New("PostgreSQL is not installed; on Debian: apt-get install postgresql")
	}
	bin := slices.Max(programs)
	as, err := unprivileged(folder)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(folder, "data")
	initialize := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "bench", "--auth=trust", "--encoding=UTF8", "--locale=C")
	initialize.Dir, initialize.SysProcAttr = "/", as
	if out, err := initialize.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	addr, err := freeAddress()
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(addr)
	s := &postgresServer{addr: addr, cmd: exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-c", "listen_addresses=127.0.0.1", "-c", "port="+port,
		"-c", "unix_socket_directories=", "-c", "max_connections=200", "-c", "shared_buffers=512MB",
		"-c", "shared_preload_libraries=pg_stat_statements", "-c", "log_min_messages=fatal")}
	s.cmd.Dir, s.cmd.SysProcAttr = "/", as
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	if err := s.await(); err != nil {
		s.stop()
		return nil, err
	}
	if err := s.exec("postgres", "CREATE EXTENSION pg_stat_statements"); err != nil {
		return nil, err
	}
	return s, s.count(false)
}

// unprivileged gives a folder to whoever runs PostgreSQL.
func unprivileged(folder string) (*syscall.SysProcAttr, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	if os.Getuid() != 0 {
		return nil, nil
	}
	who, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, _ := strconv.Atoi(who.Uid)
	gid, _ := strconv.Atoi(who.Gid)
	if err := os.Chmod(filepath.Dir(folder), 0o711); err != nil {
		return nil, err
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, os.Chown(folder, uid, gid)
}

func freeAddress() (string, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return free.Addr().String(), free.Close()
}

func (s *postgresServer) await() (err error) {
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if err = s.exec("postgres", "SELECT 1"); err == nil {
			return nil
		}
	}
	return err
}

// stop is a fast shutdown.
func (s *postgresServer) stop() {
	_ = s.cmd.Process.Signal(syscall.SIGINT)
	_ = s.cmd.Wait()
}

// url is the address of a database, by way of a host and port.
func (s *postgresServer) url(database, addr string) string {
	return "postgres://bench@" + addr + "/" + database + "?sslmode=disable"
}

func (s *postgresServer) exec(database, sql string) error {
	_, err := s.query(database, sql)
	return err
}

// query gives the first value of what a statement answers.
func (s *postgresServer) query(database, sql string) (string, error) {
	ctx := context.Background()
	conn, err := pgconn.Connect(ctx, s.url(database, s.addr))
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx) //nolint:errcheck // the server ends with the bench
	results, err := conn.Exec(ctx, sql).ReadAll()
	if err != nil || len(results) == 0 || len(results[0].Rows) == 0 {
		return "", err
	}
	return string(results[0].Rows[0][0]), nil
}

// count switches the counting of statements on or off: it costs each of them
// something.
func (s *postgresServer) count(on bool) error {
	track := map[bool]string{false: "none", true: "top"}[on]
	for _, each := range []string{"ALTER SYSTEM SET pg_stat_statements.track = " + track, "SELECT pg_reload_conf()"} {
		if err := s.exec("postgres", each); err != nil {
			return err
		}
	}
	time.Sleep(200 * time.Millisecond) // connections hear of it at their next statement after the signal
	return s.exec("postgres", "SELECT pg_stat_statements_reset()")
}

// statements is how many were run in a database since counting began.
func (s *postgresServer) statements(database string) (float64, error) {
	text, err := s.query("postgres", "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid WHERE datname = '"+database+"'")
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(text, 64)
}

// worked is the processor time of the server's processes.
func (s *postgresServer) worked() (total time.Duration) {
	parent := strconv.Itoa(s.cmd.Process.Pid)
	children, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is good
	for _, file := range children {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(rest); len(fields) > 12 && fields[1] == parent {
			total += ticks(fields[11]) + ticks(fields[12])
		}
	}
	return total
}

func ticks(text string) time.Duration {
	n, _ := strconv.Atoi(text)
	return time.Duration(n) * tick
}
