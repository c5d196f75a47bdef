package main

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/rogpeppe/go-internal/testscript"
)

// raceOptions are for the programs that tests start under the race detector: each
// sleeps a second at its end without them.
const raceOptions = "atexit_sleep_ms=20"

func TestMain(m *testing.M) {
	if os.Getenv("GORACE") == "" {
		_ = os.Setenv("GORACE", raceOptions)
	}
	testscript.Main(m, map[string]func(){"quartet": main, "tea": tea, "soak-server": soakServer, "quartet-harness": harness})
}

const scripts = 36

// The scripts run the program itself. Beside testscript's own commands they
// have
//
//	exits <code> <program> [args]     run it, and want that exit code
//	await <regexp> <file>             wait until the file has a match
//	address <variable> <file> [text]  wait for host:port, behind text on its line, and keep it as a URL
//	terminate <file>                  send SIGTERM to the process whose id the file holds
//	signal <HUP|INT|TERM> <file>      send that signal
//	linger <url>                      begin a POST of /api/notes, and never end it
//	database <file> <sql>             change a database behind the program's back
//	fetch <status> <url> [header: value] [json body]
//	                                  GET or POST, and keep the body in the file body;
//	                                  @file stands for what lies in a file
//	collector <variable> <file>       start one, keep its URL, and write the names of its spans
func TestCommands(t *testing.T) {
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) != scripts {
		t.Fatalf("%d scripts, want %d: %v", len(files), scripts, err)
	}
	// A program that is started by one which ignores SIGHUP, as under nohup,
	// ignores it too; one that is handled is at its default there.
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(hangups) })
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("GORACE", os.Getenv("GORACE"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "await": await, "until": until, "address": address, "terminate": terminate, "fetch": fetch,
			"collector": collector, "signal": sendSignal, "linger": linger, "database": changeDatabase,
		},
	})
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

func await(ts *testscript.TestScript, _ bool, args []string) { awaited(ts, args[0], args[1]) }

func address(ts *testscript.TestScript, _ bool, args []string) {
	const hostPort = `(127\.0\.0\.1|localhost):[1-9][0-9]*`
	before := ""
	if len(args) == 3 {
		before = regexp.QuoteMeta(args[2]) + ".*?"
	}
	match := awaited(ts, before+hostPort, args[1])
	ts.Setenv(args[0], "http://"+regexp.MustCompile(hostPort).FindString(match))
}

// until fetches an address until its body has a match.
func until(ts *testscript.TestScript, _ bool, args []string) {
	eventually(ts, args[0], args[1], func() string {
		fetch(ts, false, []string{"200", args[1]})
		return ts.ReadFile("body")
	})
}

func awaited(ts *testscript.TestScript, expression, file string) string {
	return eventually(ts, expression, file, func() string {
		text, _ := os.ReadFile(ts.MkAbs(file)) // it may not be there yet
		return string(text)
	})
}

// eventually is the first match in a text that is read again and again.
func eventually(ts *testscript.TestScript, expression, what string, read func() string) string {
	pattern, err := regexp.Compile(expression)
	ts.Check(err)
	text := ""
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		text = read()
		if found := pattern.FindStringIndex(text); found != nil {
			return text[found[0]:found[1]]
		}
	}
	ts.Fatalf("%s never had a match of %s:\n%s", what, expression, text)
	return ""
}

func terminate(ts *testscript.TestScript, _ bool, args []string) {
	sendSignal(ts, false, []string{"TERM", args[0]})
}

var signals = map[string]os.Signal{"HUP": syscall.SIGHUP, "INT": syscall.SIGINT, "TERM": syscall.SIGTERM}

func sendSignal(ts *testscript.TestScript, _ bool, args []string) {
	pid, err := strconv.Atoi(strings.TrimSpace(ts.ReadFile(args[1])))
	ts.Check(err)
	process, err := os.FindProcess(pid)
	ts.Check(err)
	ts.Check(process.Signal(signals[args[0]]))
}

func linger(ts *testscript.TestScript, _ bool, args []string) {
	connection, err := net.Dial("tcp", strings.TrimPrefix(args[0], "http://"))
	ts.Check(err)
	ts.Defer(func() { _ = connection.Close() })
	_, err = io.WriteString(connection, "POST /api/notes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n")
	ts.Check(err)
	answer := make([]byte, len("HTTP/1.1 100"))
	_, err = io.ReadFull(connection, answer)
	ts.Check(err)
	if !strings.HasSuffix(string(answer), "100") {
		ts.Fatalf("the server does not wait for the rest: %s", answer)
	}
}

func changeDatabase(ts *testscript.TestScript, _ bool, args []string) {
	db, err := sqlite3.Open("file:" + ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(db.Exec(args[1]))
	ts.Check(db.Close())
}

func fetch(ts *testscript.TestScript, _ bool, args []string) {
	method, body, header := http.MethodGet, io.Reader(nil), http.Header{"Content-Type": {"application/json"}}
	for _, arg := range args[2:] {
		if name, value, ok := strings.Cut(arg, ": "); ok {
			header.Set(name, content(ts, value))
			continue
		}
		file, err := os.Open(ts.MkAbs(arg))
		ts.Check(err)
		defer file.Close()
		method, body = http.MethodPost, file
	}
	request, err := http.NewRequest(method, content(ts, args[1]), body)
	ts.Check(err)
	request.Header = header
	answer, err := http.DefaultClient.Do(request)
	ts.Check(err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("body"), text, 0o600))
	if args[0] != strconv.Itoa(answer.StatusCode) {
		ts.Fatalf("status %d, want %s:\n%s", answer.StatusCode, args[0], text)
	}
}

// content is what lies in the file of @file, or the argument itself.
func content(ts *testscript.TestScript, arg string) string {
	if file, ok := strings.CutPrefix(arg, "@"); ok {
		return strings.TrimSpace(ts.ReadFile(file))
	}
	return arg
}
