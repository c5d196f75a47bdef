package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/quartet-dev/quartet"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"quartet-harness": main})
}

const scripts = 5

// The scripts run the program itself. A folder site is served at $SITE, and
// $SLOW answers after 20 ms. Beside testscript's own commands they have
//
//	exits <code> <program> [args]  run it, and want that exit code
//	asked                          wait until somebody has asked $SLOW/watched
func TestCommands(t *testing.T) {
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) != scripts {
		t.Fatalf("%d scripts, want %d: %v", len(files), scripts, err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", RequireExplicitExec: true, RequireUniqueNames: true, Setup: serveSite,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "asked": asked},
	})
}

type askedKey struct{}

func serveSite(env *testscript.Env) error {
	requests := make(chan struct{}, 1)
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/watched" {
			select {
			case requests <- struct{}{}:
			default:
			}
		}
		time.Sleep(20 * time.Millisecond)
		_, _ = io.WriteString(w, "slow")
	}))
	env.Defer(slow.Close)
	env.Values[askedKey{}] = requests
	env.Setenv("SLOW", slow.URL)
	dir := filepath.Join(env.WorkDir, "site")
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	service, err := quartet.Open(context.Background(), quartet.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	site := httptest.NewServer(service)
	env.Defer(func() { site.Close(); _ = service.Close() })
	env.Setenv("SITE", site.URL)
	return nil
}

func asked(ts *testscript.TestScript, _ bool, _ []string) {
	<-ts.Value(askedKey{}).(chan struct{})
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if args[0] != strconv.Itoa(code) {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}
