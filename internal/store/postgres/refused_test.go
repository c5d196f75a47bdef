package postgres_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

// An address that leads nowhere says what of it is wrong, with the words of the
// server and without the password.
func TestAnAddressThatLeadsNowhereIsExplained(t *testing.T) {
	good, err := url.Parse(postgrestest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		change func(*url.URL)
		code   diag.Code
		says   string
	}{
		"no database":  {func(u *url.URL) { u.Path = "/nowhere" }, diag.DatabaseMissing, `database "nowhere" does not exist`},
		"wrong secret": {func(u *url.URL) { u.User = url.UserPassword(u.User.Username(), "hush") }, diag.SettingsInvalid, "password authentication failed"},
		"no user":      {func(u *url.URL) { u.User = url.UserPassword("nobody", "hush") }, diag.SettingsInvalid, "user=nobody"},
		"parameter":    {func(u *url.URL) { u.RawQuery += "&nonsense=1" }, diag.SettingsInvalid, `"nonsense"`},
		"value":        {func(u *url.URL) { u.RawQuery += "&work_mem=much" }, diag.SettingsInvalid, `"work_mem"`},
		"no server":    {func(u *url.URL) { u.Host = "127.0.0.1:1" }, diag.ResourceUnavailable, ""},
	} {
		t.Run(name, func(t *testing.T) {
			address := *good
			test.change(&address)
			_, err := postgres.Database{URL: address.String()}.Examine(t.Context())
			password, _ := address.User.Password()
			if !diag.HasCode(err, test.code) || !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), password) {
				t.Errorf("%v", err)
			}
		})
	}
}

const notes = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, schema: { type: object, properties: { text: { type: string } } } }
`

func TestExamineTellsOfTheServer(t *testing.T) {
	address := postgrestest.URL(t)
	found, err := postgres.Database{URL: address}.Examine(t.Context())
	if err != nil || found.Exists || found.Server == nil || len(found.Problems()) > 0 {
		t.Fatalf("%+v %v", found, err)
	}
	open(t, address, plantest.Seal(t, notes))
	found, err = postgres.Database{URL: address}.Examine(t.Context())
	if err != nil || !found.Exists || found.Version != found.Newest || found.Bytes == 0 {
		t.Fatalf("%+v %v", found, err)
	}
	s := found.Server
	u, _ := url.Parse(address)
	if s.Address != u.Host+u.Path || s.Number < 140000 || !strings.HasPrefix(s.Release, "1") || s.Encoding != "UTF8" || s.Standby ||
		s.Role != u.User.Username() || !s.MakesRoles || s.Connections < 1 || s.Most < s.Connections {
		t.Errorf("%+v", s)
	}
}

// What a server is not good for is named before anything is served from it.
func TestAServerThatCannotBeUsedIsRefused(t *testing.T) {
	server := postgrestest.Start(t, postgrestest.Options{})
	server.Exec(t, "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0 OWNER quartet")
	good := server.Database(t)
	latin, err := url.Parse(good)
	if err != nil {
		t.Fatal(err)
	}
	latin.Path = "/latin"
	readOnly := server.Database(t)
	server.Exec(t, "ALTER DATABASE "+strings.TrimPrefix(path(t, readOnly), "/")+" SET default_transaction_read_only = on")
	for address, says := range map[string]string{
		latin.String(): "LATIN1",
		postgrestest.At(good, server.Standby(t).Address()): "a standby",
		readOnly: "default_transaction_read_only",
	} {
		found, err := postgres.Database{URL: address}.Examine(t.Context())
		if err != nil || found.Problems().Err() == nil || !strings.Contains(found.Problems().Err().Error(), says) {
			t.Errorf("%+v %v", found, err)
		}
		_, err = postgres.Open(t.Context(), postgres.Options{URL: address, Plan: plantest.Seal(t, notes)})
		var list diag.List
		if !errors.As(err, &list) || len(list) != 1 || list[0].Code != diag.DatabaseUnsuitable || list[0].Path != "settings#/database" || !strings.Contains(list[0].Message, says) {
			t.Errorf("opened: %v", err)
		}
	}
}

// The connections of other roles count, too: they are all in the way of a new one.
func TestExamineCountsTheConnectionsOfEverybody(t *testing.T) {
	address := postgrestest.Start(t, postgrestest.Options{}).Database(t)
	other, err := pgconn.Connect(t.Context(), postgrestest.Superuser(address))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(t.Context()) //nolint:errcheck // the server goes with the test
	found, err := postgres.Database{URL: address}.Examine(t.Context())
	if err != nil || found.Server.Connections < 2 {
		t.Errorf("%+v %v", found.Server, err)
	}
}

func path(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Path
}
