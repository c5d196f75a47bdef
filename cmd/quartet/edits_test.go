package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/identity/identitytest"
	"github.com/quartet-dev/quartet/internal/mail/mailtest"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

var (
	editCount = flag.Int("edits", 50, "how many edits TestEdits makes on each database")
	editSeed  = flag.Uint64("edits-seed", 0, "the seed of TestEdits; 0 for another one each time")
)

// Two editors and an agent edit one article at the same time, move it between its states,
// and the process is killed and stopped meanwhile. No word that was answered as saved is
// lost or there twice, and each version that was answered is had back to the byte.
func TestEdits(t *testing.T) {
	for name, database := range map[string]func(t *testing.T) string{
		"sqlite": func(*testing.T) string { return "" }, "postgres": func(t *testing.T) string { return postgrestest.URL(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := openArticle(t, database(t))
			a.edit()
			a.checkWords()
			a.checkVersions()
			t.Logf("seed %d: %d edits, %d conflicts, %d answers lost, %d restarts, %d publications, %d versions",
				a.seed, a.saved.Load(), a.conflicts.Load(), a.lost.Load(), a.restarts, a.published.Load(), len(a.versions))
		})
	}
}

// article is the entry that all edit, and the site that serves it.
type article struct {
	t        *testing.T
	seed     uint64
	dir      string
	database string
	env      []string
	address  string
	id       string
	command  *exec.Cmd
	ended    chan error

	writers  []*writer
	restarts int

	saved, conflicts, lost, published atomic.Int64

	mu       sync.Mutex
	versions map[int64]canonical // the data of each version that was answered
}

func openArticle(t *testing.T, database string) *article {
	post := mailtest.Open(t)
	a := &article{t: t, seed: *editSeed, dir: t.TempDir(), database: database, address: freeAddress(t), versions: make(map[int64]canonical)}
	if a.seed == 0 {
		a.seed = uint64(time.Now().UnixNano())
	}
	a.env = append(os.Environ(), "DATABASE_URL="+database, "AUTH_SECRET="+clusterSecret, "PUBLIC_ORIGIN="+a.origin(), "MAIL_URL="+post.URL)
	if err := os.CopyFS(a.dir, os.DirFS("testdata/edits")); err != nil {
		t.Fatal(err)
	}
	a.start()
	t.Cleanup(func() { a.stop(syscall.SIGTERM) })
	ann := a.signIn("ann@edits.example")
	a.mustPost(ann.Browser, "/staff/invitations", map[string]any{"email": "ben@edits.example", "role": "editor"}, http.StatusCreated)
	ben := a.signIn("ben@edits.example")
	agent := ben.Connect(identitytest.Ask{Scope: "mcp", Resource: a.origin() + "/mcp/staff"})
	a.create(ann.Browser)
	a.writers = []*writer{
		newWriter(a, 0, &hand{a, ann.Browser}), newWriter(a, 1, &hand{a, ben.Browser}), newWriter(a, 2, &agentHand{a, agent.AccessToken}),
	}
	return a
}

// freeAddress is one that the process has again after each restart.
func freeAddress(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

func (a *article) origin() string { return "http://" + a.address }

// signIn signs somebody in by a link that another process makes.
func (a *article) signIn(email string) *identitytest.Person {
	a.t.Helper()
	site, err := quartet.Open(a.t.Context(), quartet.Options{
		Dir: a.dir, Database: a.database, Logger: slog.New(slog.DiscardHandler),
		Development: &quartet.Development{Origin: a.origin(), Secret: clusterSecret},
	})
	if err != nil {
		a.t.Fatal(err)
	}
	link, err := site.SignInLink(a.t.Context(), email, "/", time.Minute)
	if err := errors.Join(err, site.Close()); err != nil {
		a.t.Fatal(err)
	}
	return identitytest.SignIn(a.t, link)
}

// start starts the process, and waits until it listens.
func (a *article) start() {
	a.command = exec.Command("quartet", "serve", a.dir, "--addr", a.address, "--drain", "1s")
	a.command.Env = a.env
	out, err := a.command.StderrPipe()
	if err == nil {
		err = a.command.Start()
	}
	if err != nil {
		a.t.Error(err)
		return
	}
	listening, ended, command := make(chan bool, 1), make(chan error, 1), a.command
	a.ended = ended
	go func() {
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var line struct{ Msg, Level, Error string }
			_ = json.Unmarshal(lines.Bytes(), &line)
			if line.Msg == "listening" {
				listening <- true
			}
			if line.Level == "ERROR" {
				a.t.Log(lines.Text())
			}
		}
		close(listening)
		ended <- command.Wait()
	}()
	if !<-listening {
		a.t.Errorf("the process does not listen: %v", <-ended)
		ended <- nil
	}
}

// stop ends the process: as an operator does, or as a lost machine.
func (a *article) stop(how syscall.Signal) {
	_ = a.command.Process.Signal(how) // one that has ended says so below
	if err := <-a.ended; err != nil && how == syscall.SIGTERM {
		a.t.Errorf("the process ended with %v", err)
	}
	a.ended <- nil
}

// text is what the article begins with: longer than what a form would cut, in several
// languages, with what encoders get wrong.
var text = strings.Repeat("A leaf — 一片葉子 \U0001F343 <b>&amp;</b> \"quoted\" \\ back\ttab\u2028sep.\r\nnext\n\n", 80) + "end"

func (a *article) create(browser *http.Client) {
	var made struct{ Entry seenEntry }
	data := map[string]any{"slug": "leaf", "body": text, "summary": "", "tags": []string{}}
	a.read(a.mustPost(browser, "/entries?collection=articles", map[string]any{"data": data}, http.StatusCreated), &made)
	a.id = made.Entry.ID
	a.keep(made.Entry)
}

// edit has everybody write until so many edits were saved, and restarts the process
// meanwhile: as often as not it is killed.
func (a *article) edit() {
	var work errgroup.Group
	done := make(chan struct{})
	for _, w := range a.writers {
		work.Go(func() error { return w.write(int64(*editCount)) })
	}
	var restarting sync.WaitGroup
	restarting.Go(func() { a.restart(done) })
	err := work.Wait()
	close(done)
	restarting.Wait()
	if err != nil {
		a.t.Fatalf("seed %d: %v", a.seed, err)
	}
}

// restart restarts the process after each tenth of the edits, or each fiftieth one.
func (a *article) restart(done chan struct{}) {
	step := max(int64(*editCount)/20, 10)
	for next := step; ; {
		select {
		case <-done:
			if a.restarts < 2 {
				a.t.Errorf("%d restarts: nothing was tested", a.restarts)
			}
			return
		case <-time.After(time.Millisecond):
		}
		if a.saved.Load() < next {
			continue
		}
		a.stop([]syscall.Signal{syscall.SIGKILL, syscall.SIGTERM}[a.restarts%2])
		a.start()
		a.restarts++
		next += step
	}
}

// keep notes what a version held: an answer that says otherwise later is a fault.
func (a *article) keep(e seenEntry) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if before, seen := a.versions[e.Version]; seen && before != e.Data {
		a.t.Errorf("version %d was answered as\n%s\nand as\n%s", e.Version, before, e.Data)
	}
	a.versions[e.Version] = e.Data
}

// checkWords holds the article as it is at last against what was saved.
func (a *article) checkWords() {
	now, err := a.writers[0].hand.look()
	if err != nil {
		a.t.Fatal(err)
	}
	for _, w := range a.writers {
		if err := w.check(now); err != nil {
			a.t.Errorf("seed %d: %v", a.seed, err)
		}
		if w.count == 0 {
			a.t.Errorf("writer %d saved nothing", w.number)
		}
	}
}

// checkVersions reads each version that was answered, and has it restored as a draft.
func (a *article) checkVersions() {
	by := a.writers[0].hand.(*hand)
	for version, data := range maps.Clone(a.versions) { // a restoration may be a version, too
		path := fmt.Sprintf("/entries/%s/versions/%d", a.id, version)
		var held struct{ Data canonical }
		if err := by.call(http.MethodGet, path, nil, &held); err != nil || held.Data != data {
			a.t.Fatalf("seed %d: version %d is %s, %v; it was answered as %s", a.seed, version, held.Data, err, data)
		}
		before, err := by.look()
		if err == nil {
			err = by.call(http.MethodPost, path+"/restore", map[string]any{"expectedVersion": before.version, "expectedDraft": before.draft}, nil)
		}
		if err != nil {
			a.t.Fatalf("seed %d: version %d is not restored: %v", a.seed, version, err)
		}
		now, err := by.look()
		if err != nil || now.raw != data {
			a.t.Fatalf("seed %d: version %d was restored as %s, %v; it was %s", a.seed, version, now.raw, err, data)
		}
	}
}

func (a *article) mustPost(browser *http.Client, path string, body any, status int) []byte {
	a.t.Helper()
	text, err := a.send(browser, http.MethodPost, a.origin()+"/admin/api"+path, nil, body, status)
	if err != nil {
		a.t.Fatal(err)
	}
	return text
}

func (a *article) read(text []byte, into any) {
	a.t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		a.t.Fatalf("%s: %v", text, err)
	}
}

var (
	errConflict = errors.New("somebody else was quicker")
	errNoAnswer = errors.New("there was no answer")
)
