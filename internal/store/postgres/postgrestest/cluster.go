package postgrestest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// The roles of every server. Databases belong to owner, who is no superuser and
// may make roles: what an operator gives a service.
const (
	superuser = "postgres"
	owner     = "quartet"
)

// A cluster is a folder of data, and the server over it.
type cluster struct {
	here     installed
	folder   string
	settings []string // name=value
	access
	*process // nil while none runs
}

// access is how a server is reached.
type access struct {
	Address  string // host:port, the same after a restart
	Password string // of each role
}

// newCluster makes the data of a server, without a server.
func newCluster(here installed, folder string, settings []string) (*cluster, error) {
	c := &cluster{here: here, folder: folder, settings: settings, access: access{Password: rand.Text()}}
	password := filepath.Join(folder, "password")
	if err := os.WriteFile(password, []byte(c.Password), 0o600); err != nil {
		return nil, err
	}
	if err := here.give(password); err != nil {
		return nil, err
	}
	// md5 costs a connection no time, and the servers are reached on loopback alone.
	return c, here.run("initdb", "-D", c.data(), "-U", superuser, "--pwfile", password, "--auth=md5",
		"--encoding=UTF8", "--locale=C", "--no-sync")
}

func (c *cluster) data() string { return filepath.Join(c.folder, "data") }

// begin starts the server for the first time.
func (c *cluster) begin(ctx context.Context) error {
	var err error
	for range 5 { // another program may take the port first
		if c.Address, err = freeAddress(ctx); err != nil {
			return err
		}
		if err = c.up(ctx); err == nil {
			return nil
		}
	}
	return err
}

// makeOwner makes the role that databases belong to.
func (c *cluster) makeOwner(ctx context.Context) error {
	return c.exec(ctx, "CREATE ROLE "+owner+" LOGIN CREATEROLE PASSWORD '"+c.Password+"'")
}

// up starts the server and waits until it answers.
func (c *cluster) up(ctx context.Context) error {
	host, port, err := net.SplitHostPort(c.Address)
	if err != nil {
		return err
	}
	arguments := []string{"-D", c.data(), "-c", "listen_addresses=" + host, "-c", "port=" + port, "-c", "unix_socket_directories="}
	for _, each := range c.settings {
		arguments = append(arguments, "-c", each)
	}
	log := filepath.Join(c.folder, "log")
	if c.process, err = start(c.here.command("postgres", arguments...), log); err != nil {
		return err
	}
	if err := c.await(ctx); err != nil {
		c.stop(syscall.SIGQUIT)
		said, _ := os.ReadFile(log) // without it the error says enough
		return fmt.Errorf("PostgreSQL does not run: %w: %s", err, said)
	}
	return nil
}

// await waits until the server takes connections, or has ended.
func (c *cluster) await(ctx context.Context) error {
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		err := c.exec(ctx, "")
		if err == nil || c.hasEnded() || time.Now().After(end) {
			return err
		}
	}
}

func freeAddress(ctx context.Context) (string, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

// url is the address of a database for a role.
func (a access) url(role, database string) string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(role, a.Password), Host: a.Address, Path: "/" + database,
		RawQuery: "sslmode=disable",
	}
	return u.String()
}

// exec runs statements as the superuser, on a connection of their own.
func (a access) exec(ctx context.Context, sql string) error {
	_, err := query(ctx, a.url(superuser, "postgres"), sql)
	return err
}

// query gives the first column of what a statement answers.
func query(ctx context.Context, url, sql string) (_ []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := pgconn.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	results, err := conn.Exec(ctx, sql).ReadAll()
	if err != nil || len(results) == 0 {
		return nil, err
	}
	var column []string
	for _, row := range results[len(results)-1].Rows {
		column = append(column, string(row[0]))
	}
	return column, nil
}
