package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quartet-dev/quartet"
)

// What the site shall keep to while clients do not read. The two that depend on
// the machine are looked at in a long run alone.
const (
	stalledClients = 200
	mostResident   = 250 // MiB
	mostWait       = 50 * time.Millisecond
	longRun        = 30 * time.Second
	// mostKept is what the response cache has, in bytes: its answers are in memory
	// already, and count without waiting for room (decision 117).
	mostKept = 16 << 20
)

// stalledSite is the program as it is served, with what was seen of it.
type stalledSite struct {
	*testing.T
	process       *exec.Cmd
	site, metrics string // host:port

	mu     sync.Mutex
	waits  []time.Duration // of small answers
	large  map[int]int     // how often a large answer had which status
	peak   float64         // MiB
	held   float64         // bytes at most
	budget float64
}

// Two hundred clients ask for answers of 7.5 MB and read nothing. What they make
// the process keep is bounded, and others are answered as ever.
func TestClientsThatNeverReadAreNoBurden(t *testing.T) {
	s := serveLongPosts(t)
	until, stop := context.WithTimeout(t.Context(), *soakTime)
	defer stop()
	var all sync.WaitGroup
	for i := range stalledClients {
		all.Go(func() { s.neverRead(until, i) })
	}
	for range 4 {
		all.Go(func() { s.askForLittle(until) })
	}
	all.Go(func() { s.askForMuch(until) })
	all.Go(func() { s.watch(until) })
	all.Wait()
	s.report()
}

func serveLongPosts(t *testing.T) *stalledSite {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/stalled")); err != nil {
		t.Fatal(err)
	}
	writeLongPosts(t, dir)
	s := &stalledSite{T: t, large: map[int]int{}}
	s.process = exec.Command("quartet", "serve", dir, "--addr", "127.0.0.1:0", "--metrics-addr", "127.0.0.1:0")
	log := filepath.Join(t.TempDir(), "log")
	out, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	s.process.Stderr = out
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.process.Process.Kill()
		_ = s.process.Wait()
	})
	s.site, s.metrics = addressIn(t, log, "listening"), addressIn(t, log, "metrics")
	return s
}

func writeLongPosts(t *testing.T, dir string) {
	t.Helper()
	if err := os.Mkdir(filepath.Join(dir, "seed"), 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 150 {
		post := fmt.Sprintf("collection: posts\nstatus: published\ndata: { title: post %03d, body: %q }\n", i, strings.Repeat("long words ", 50_000/11))
		if err := os.WriteFile(filepath.Join(dir, "seed", fmt.Sprintf("%03d.yaml", i)), []byte(post), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := quartet.Seed(t.Context(), quartet.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)}, nil); err != nil {
		t.Fatal(err)
	}
}

// addressIn waits for the address in a line of the log.
func addressIn(t *testing.T, log, message string) string {
	t.Helper()
	line := regexp.MustCompile(`"msg":"` + message + `".*?"addr":"([^"]+)"`)
	for range 2000 {
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		if found := line.FindSubmatch(text); found != nil {
			return string(found[1])
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("no line %q", message)
	return ""
}

// neverRead asks for a large answer, reads nothing of it and comes again whenever
// the connection was ended.
func (s *stalledSite) neverRead(until context.Context, i int) {
	paths := []string{"everything", "shared?show=" + strconv.Itoa(300+i), "by-statement", "shared?show=20"}
	for until.Err() == nil {
		connection, err := net.Dial("tcp", s.site)
		if err != nil {
			s.Error(err)
			return
		}
		_ = connection.(*net.TCPConn).SetReadBuffer(4 << 10)
		_, err = fmt.Fprintf(connection, "GET /api/views/%s HTTP/1.1\r\nHost: x\r\n\r\n", paths[i%len(paths)])
		for err == nil && until.Err() == nil {
			time.Sleep(500 * time.Millisecond)
			_, err = connection.Write([]byte("\r\n")) // fails some time after the server has ended it
		}
		_ = connection.Close()
	}
}

func (s *stalledSite) askForLittle(until context.Context) {
	for until.Err() == nil {
		began := time.Now()
		status, _, err := s.get("titles")
		if status != http.StatusOK || err != nil {
			s.Errorf("a small answer: %d, %v", status, err)
			return
		}
		s.mu.Lock()
		s.waits = append(s.waits, time.Since(began))
		s.mu.Unlock()
		time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
	}
}

// askForMuch reads large answers when there is room, and is told to come later
// when not.
func (s *stalledSite) askForMuch(until context.Context) {
	for until.Err() == nil {
		status, later, err := s.get("everything")
		if err != nil || status != http.StatusOK && (status != http.StatusServiceUnavailable || later == "") {
			s.Errorf("a large answer: %d, Retry-After %q, %v", status, later, err)
			return
		}
		s.mu.Lock()
		s.large[status]++
		s.mu.Unlock()
		time.Sleep(time.Second)
	}
}

func (s *stalledSite) get(view string) (status int, later string, err error) {
	answer, err := http.Get("http://" + s.site + "/api/views/" + view)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode, answer.Header.Get("Retry-After"), err
}

// watch keeps the most that the process has in memory, and counts as held.
func (s *stalledSite) watch(until context.Context) {
	for until.Err() == nil {
		s.peak = max(s.peak, residentOf(s.process.Process.Pid))
		s.held = max(s.held, s.metric(`quartet_memory_bytes{kind="answers"}`))
		s.budget = s.metric(`quartet_memory_budget_bytes{kind="answers"}`)
		time.Sleep(100 * time.Millisecond)
	}
}

func (s *stalledSite) metric(name string) float64 {
	answer, err := http.Get("http://" + s.metrics + "/metrics")
	if err != nil {
		s.Error(err)
		return 0
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			n, _ := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return n
		}
	}
	s.Errorf("no metric %s", name)
	return 0
}

// residentOf is the resident memory of a process in MiB; 0 where the system does
// not say.
func residentOf(pid int) float64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range bytes.Lines(status) {
		if rest, ok := bytes.CutPrefix(line, []byte("VmRSS:")); ok {
			kib, _ := strconv.ParseFloat(string(bytes.Fields(rest)[0]), 64)
			return kib / 1024
		}
	}
	return 0
}

func (s *stalledSite) report() {
	slices.Sort(s.waits)
	median, late := s.waits[len(s.waits)/2], s.waits[len(s.waits)*99/100]
	s.Logf("%s, %d clients: %.0f MiB resident at most, %.1f of %.0f MiB held; %d small answers, median %s, p99 %s, last %s; large ones by status %v; %.0f broken off, %.0f refused",
		*soakTime, stalledClients, s.peak, s.held/(1<<20), s.budget/(1<<20), len(s.waits), median, late, s.waits[len(s.waits)-1], s.large,
		s.metric("quartet_http_stalled_total"), s.metric(`quartet_memory_refused_total{kind="answers"}`))
	if s.held > s.budget+mostKept || s.held == 0 {
		s.Errorf("%.0f bytes are held, of a budget of %.0f and %d of the response cache", s.held, s.budget, mostKept)
	}
	if *soakTime >= longRun && (s.peak > mostResident || late > mostWait) {
		s.Errorf("want at most %d MiB resident, and 99 of 100 small answers within %s", mostResident, mostWait)
	}
}
