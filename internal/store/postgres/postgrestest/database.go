package postgrestest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// URL is the address of an empty database of the test's own, on a server that
// test processes share. It belongs to a role that is no superuser and may make
// roles, and goes with the test. Its collation is not C: a statement that needs
// another order than the database's has to say so.
func URL(t testing.TB) string {
	t.Helper()
	return sharedServer(t).database(t, "template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'"+need(t).collation())
}

// collation is an order in which a comes before B, where every installation has one.
func (i installed) collation() string {
	if i.Version < 15 {
		return ""
	}
	return " LOCALE_PROVIDER icu ICU_LOCALE 'en'"
}

// A Template is a database that is filled once in a process, and copied for each
// test.
type Template struct {
	Fill func(ctx context.Context, url string) error // it closes its connections

	once sync.Once
	name string
	err  error
}

// URL is the address of a copy of the test's own.
func (m *Template) URL(t testing.TB) string {
	t.Helper()
	server := sharedServer(t)
	m.once.Do(func() {
		ctx := context.Background() // the template stays when this test is over
		if m.name, m.err = server.create(ctx, "template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'"+need(t).collation()); m.err == nil {
			m.err = m.Fill(ctx, server.url(owner, m.name))
		}
	})
	if m.err != nil {
		t.Fatal(m.err)
	}
	return server.database(t, m.name)
}

// Superuser is the address of the same database for a role that may do all.
func Superuser(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address // who uses it is told
	}
	password, _ := u.User.Password()
	u.User = url.UserPassword(superuser, password)
	return u.String()
}

// database makes one like a template until the test is over.
func (a access) database(t testing.TB, template string) string {
	t.Helper()
	name, err := a.create(t.Context(), template)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, statement := range []string{"DROP DATABASE " + name + " WITH (FORCE)", fmt.Sprintf(dropRoles, name)} {
			if err := a.exec(context.Background(), statement); err != nil {
				t.Error(err)
			}
		}
	})
	return a.url(owner, name)
}

// dropRoles drops the roles that a service has made for a database, and which
// outlive it.
const dropRoles = `DO $$ DECLARE name text; BEGIN
	FOR name IN SELECT rolname FROM pg_roles WHERE rolname LIKE 'quartet\_views\_%s\_%%' LOOP EXECUTE 'DROP ROLE ' || name; END LOOP;
END $$`

// databases counts those of this process.
var databases atomic.Int64

func (a access) create(ctx context.Context, template string) (string, error) {
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), databases.Add(1))
	return name, a.exec(ctx, "CREATE DATABASE "+name+" OWNER "+owner+" TEMPLATE "+template)
}

// dropStale drops the databases of processes that are over. One that is used is
// left.
func (a access) dropStale(ctx context.Context) {
	names, err := query(ctx, a.url(superuser, "postgres"), `SELECT datname FROM pg_database WHERE datname LIKE 'test\_%'`)
	if err != nil {
		return // the next process tries again, here and below
	}
	for _, name := range names {
		if pid, err := strconv.Atoi(strings.Split(name, "_")[1]); err == nil && isGone(pid) {
			_ = a.exec(ctx, "DROP DATABASE "+name)
		}
	}
}
