package sqlite

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/oauth"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestOAuth(t *testing.T) {
	storetest.RunOAuth(t, func(t *testing.T) (oauth.Store, storetest.People) {
		store := openedPlatform(t)
		return store.OAuth(), peopleIn(t, store)
	})
}

func peopleIn(t *testing.T, store *Store) storetest.People {
	return storetest.People{Dialect: sqlgen.SQLite, Exec: func(text string, arguments ...any) {
		t.Helper()
		store.inWriter(t, func(c *conn) error { return c.run(&query{Text: text, Brief: true}, arguments...) })
	}}
}
