package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"
	"golang.org/x/sync/errgroup"
)

var soakTime = flag.Duration("soak", 3*time.Second, "how long TestSoak writes; from 30s on some hooks take longer than a lease")

// soak is a site that three processes serve, one of them with the manifests of
// before, while commands run beside them.
type soak struct {
	dir     string
	servers [3]string // base URLs; the first has the manifests of before
	until   time.Time
	orders  ledger
	seeds   int // runs of the seed command, each with a document of its own
	counter entry
	counts  [counted]atomic.Int64
	behind  behind
}

// Several processes on one SQLite file: three servers, a seed and a deferred
// replay at the same time. Every answer is right whichever process gives it,
// nothing answered is lost, and no hook is run by two workers at once. The
// server with older manifests writes no more to the Schema that has changed,
// and does everything else like the others.
func TestSoak(t *testing.T) {
	s := &soak{dir: t.TempDir(), orders: ledger{versions: map[string]int{}}}
	folders := [...]string{t.TempDir(), s.dir, s.dir}
	if err := copySoak(s.dir, folders[0]); err != nil {
		t.Fatal(err)
	}
	var stop []func()
	for i := range s.servers {
		var end func()
		s.servers[i], end = startServer(t, s.dir, folders[i])
		stop = append(stop, end)
		if i == older {
			if err := s.note(older, http.StatusOK); err != nil { // nothing has changed yet
				t.Error(err)
			}
		}
	}
	s.until = time.Now().Add(*soakTime)
	if err := s.run(); err != nil {
		t.Error(err)
	}
	if err := s.drain(); err != nil {
		t.Error(err)
	}
	if err := errors.Join(s.readAll(), s.wantCount(s.counter)); err != nil {
		t.Error(err)
	}
	s.checkReceipts(t)
	s.tellHooks(t)
	for _, end := range stop {
		end()
	}
	s.checkFile(t)
	if !t.Failed() {
		t.Logf("%d orders, %d increments, %d edits, %d races for a code, %d drafts, %d seed runs, %d replayed, %d notes refused",
			len(s.orders.versions), s.counts[increments].Load(), s.counts[edits].Load(), s.counts[races].Load(), s.counts[drafts].Load(), s.seeds, s.counts[replays].Load(), s.counts[refusals].Load())
	}
}

// tellHooks logs how far the hooks were behind, and what became of them.
func (s *soak) tellHooks(t *testing.T) {
	t.Helper()
	tries, delivered, failed, dead, err := s.deliveries()
	if err != nil {
		t.Error(err)
	}
	t.Logf("hooks: at most %d due, the oldest for %v; %d tries, %d delivered, %d failed, %d given up",
		s.behind.due, s.behind.oldest.Round(time.Millisecond), tries, delivered, failed, dead)
}

// copySoak makes the site, and a folder of it as it was before.
func copySoak(dir, before string) error {
	err := errors.Join(os.CopyFS(dir, os.DirFS("testdata/soak")), os.CopyFS(before, os.DirFS("testdata/soak")))
	notes, missing := os.ReadFile("testdata/soak-older/notes.yaml")
	return errors.Join(err, missing, os.WriteFile(filepath.Join(before, "manifests", "notes.yaml"), notes, 0o600))
}

// startServer starts a process that serves the site by the manifests of folder.
func startServer(t *testing.T, dir, folder string) (url string, stop func()) {
	t.Helper()
	server := exec.Command("soak-server", dir, folder)
	server.Stderr = os.Stderr
	in, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return "http://" + strings.TrimSpace(address), func() {
		_ = in.Close()
		if err := server.Wait(); err != nil {
			t.Errorf("a server ended with %v", err)
		}
	}
}

// run does everything at once until the time is over.
func (s *soak) run() error {
	if err := s.seed(topics, 0); err != nil {
		return err
	}
	var err error
	if s.counter, err = s.add("counter", ""); err != nil {
		return err
	}
	var group errgroup.Group
	for _, client := range []func() error{
		s.write("first"), s.write("second"), s.write("third"), s.edit("one"), s.edit("two"),
		s.increment(s.counter.ID), s.increment(s.counter.ID), s.increment(s.counter.ID), s.race, s.publish, s.draft, s.ask, s.watch, s.outdate,
		func() error { return s.replayUntil(func() (bool, error) { return s.over(), nil }) },
	} {
		group.Go(client)
	}
	return group.Wait()
}

// over waits, on a machine that is slow, until every kind of work was done.
func (s *soak) over() bool {
	late := time.Since(s.until)
	return late > time.Minute || late > 0 && s.didAll()
}

func (s *soak) didAll() bool {
	for i := range s.counts {
		if s.counts[i].Load() == 0 {
			return false
		}
	}
	return true
}

// replayUntil replays what is dead, and lets the waits between tries pass.
func (s *soak) replayUntil(enough func() (bool, error)) error {
	db, err := sqlite3.Open("file:" + filepath.Join(s.dir, ".service/data/quartet.db"))
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Exec("PRAGMA busy_timeout = 60000"); err != nil {
		return err
	}
	for {
		err := db.Exec("UPDATE _quartet_outbox SET due = min(due, CAST(unixepoch('subsec') * 1000 AS INTEGER)), tries = 11 WHERE claim IS NULL AND dead IS NULL AND reason IS NOT NULL")
		if err != nil {
			return fmt.Errorf("let time pass: %w", err)
		}
		var replayed struct{ Changed int }
		if err := s.command(&replayed, "deferred", "replay", s.dir, "--all", "--json"); err != nil {
			return err
		}
		s.counts[replays].Add(int64(replayed.Changed))
		if done, err := enough(); done || err != nil {
			return err
		}
	}
}

// drain delivers what is left. The hooks fail no longer.
func (s *soak) drain() error {
	if err := os.WriteFile(filepath.Join(s.dir, calm), nil, 0o600); err != nil {
		return err
	}
	before, since := "", time.Now()
	return s.replayUntil(func() (bool, error) {
		left := ""
		for _, state := range []string{"--pending=true", "--pending=false"} {
			var list struct{ Items []json.RawMessage }
			if err := s.command(&list, "deferred", "list", s.dir, state, "--limit", "500", "--json"); err != nil {
				return false, err
			}
			for _, item := range list.Items {
				left += string(item)
			}
		}
		if left != before {
			before, since = left, time.Now()
		}
		if time.Since(since) > stall {
			return true, errors.New("nothing moves: " + left)
		}
		return left == "", nil
	})
}

// stall is how long a queue may rest with work to do: several leases.
const stall = time.Minute

// command runs the program and reads what it answers as JSON.
func (s *soak) command(answer any, args ...string) error {
	command := exec.Command("quartet", args...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return fmt.Errorf("quartet %v: %w\n%s", args, err, out)
	}
	return json.Unmarshal(out, answer)
}

// topics is how many articles the first seed run loads.
const topics = 2

// seed runs the seed command.
func (s *soak) seed(loaded, already int) error {
	var report struct{ Loaded, Already int }
	err := s.command(&report, "seed", s.dir, "--json")
	if err == nil && (report.Loaded != loaded || report.Already != already) {
		err = fmt.Errorf("a seed run reports %+v, want %d and %d", report, loaded, already)
	}
	return err
}

// publish seeds one article after the other, which all servers show at once.
func (s *soak) publish() error {
	for ; !s.over(); s.seeds++ {
		name := "seed" + strconv.Itoa(s.seeds)
		if err := s.wantRows("published?title="+name, ""); err != nil {
			return err
		}
		document := fmt.Sprintf("{ collection: articles, status: published, data: { title: %s } }", name)
		if err := os.WriteFile(filepath.Join(s.dir, "seed", name+".yaml"), []byte(document), 0o600); err != nil {
			return err
		}
		if err := s.seed(1, topics+s.seeds); err != nil {
			return err
		}
		if err := s.wantKept("published?title="+name, `"version":2,`); err != nil {
			return err
		}
	}
	return nil
}

// checkReceipts holds what hooks have written against what ran.
func (s *soak) checkReceipts(t *testing.T) {
	t.Helper()
	j := readJournal(t, filepath.Join(s.dir, "journal"))
	t.Log(j)
	for id, version := range s.orders.versions {
		var versions []string
		for v := range version {
			versions = append(versions, strconv.Itoa(v+1))
		}
		j.wantDelivered(t, id, versions, "abc")
		delete(j.entries, id)
	}
	for id := range j.entries { // the seeds
		j.wantDelivered(t, id, []string{"2"}, "p")
	}
	if len(j.entries) != topics+s.seeds {
		t.Errorf("hooks ran for %d entries beside orders, want %d", len(j.entries), topics+s.seeds)
	}
	if err := s.wantRows("receipts", fmt.Sprintf(`"count":%d`, j.pairs)); err != nil {
		t.Error(err)
	}
	if len(j.processes) != len(s.servers) || j.again == 0 || s.seeds == 0 {
		t.Errorf("nothing was tested: %v, %d seed runs", j, s.seeds)
	}
	for i := range s.counts {
		if s.counts[i].Load() == 0 {
			t.Errorf("nothing was tested: %d", i)
		}
	}
}

// checkFile looks at the database file when nobody else does.
func (s *soak) checkFile(t *testing.T) {
	t.Helper()
	db, err := sqlite3.OpenContext(context.Background(), "file:"+filepath.Join(s.dir, ".service/data/quartet.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	check, _, err := db.Prepare("PRAGMA integrity_check")
	if err != nil {
		t.Fatal(err)
	}
	defer check.Close()
	if !check.Step() || check.ColumnText(0) != "ok" {
		t.Errorf("the file is broken: %s", check.ColumnText(0))
	}
}
