package queue_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/queue"
)

// These environment variables make the test binary a child process: the folder
// that it works in, and what it does there.
const (
	childFolder = "QUARTET_TEST_QUEUE"
	childTask   = "QUARTET_TEST_QUEUE_TASK"
)

// The places where a child kills itself.
const (
	beforeHook = "between write and hook"
	inHook     = "in the hook"
	afterHook  = "between hook and acknowledgement"
	workOnly   = "not at all"
	inPoison   = "in one hook"
)

const childLease = time.Second

func runChild(folder string) {
	switch task := os.Getenv(childTask); task {
	case workOnly:
		work(folder)
	case inPoison:
		deliverUntilPoison(folder)
	default:
		writeAndDie(folder, task)
	}
}

// die is kill -9.
func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// journal is a file that several processes add lines to, and that survives
// them.
func journal(folder string) func(format string, arguments ...any) {
	file, err := os.OpenFile(filepath.Join(folder, "journal"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	must(err)
	return func(format string, arguments ...any) {
		_, err := fmt.Fprintf(file, format+"\n", arguments...)
		must(err)
	}
}

// writeAndDie writes under load, with hooks running, and kills itself at the
// n-th pass of a place.
func writeAndDie(folder, place string) {
	var passed atomic.Int64
	fatal := 1 + rand.Int64N(60)
	at := func(here string) {
		if here == place && passed.Add(1) == fatal {
			die()
		}
	}
	note := journal(folder)
	s := serve(filepath.Join(folder, "site.db"), jobs, queue.Options{Lease: childLease}, func(_ context.Context, call *content.Call, _ map[string]any) error {
		e := call.Event
		note("begin %s %s %s", e.Entry["id"], e.ID, e.Trigger)
		at(inHook)
		note("end %s %s %s", e.Entry["id"], e.ID, e.Trigger)
		return nil
	}, func(store queue.Store) queue.Store { return &deadly{store, at} })
	for range 8 {
		go func() {
			for {
				note("written %s", s.add("x"))
				time.Sleep(5 * time.Millisecond) // or they would leave more than a test has time to deliver
			}
		}()
	}
	time.Sleep(20 * time.Second)
	panic("it did not die")
}

// deadly is a store on whose ways a process may die.
type deadly struct {
	queue.Store
	at func(place string)
}

func (d *deadly) Settle(ctx context.Context, outcomes []*queue.Outcome, limit int, lease time.Duration) ([]*queue.Claim, error) {
	for range outcomes {
		d.at(afterHook)
	}
	claims, err := d.Store.Settle(ctx, outcomes, limit, lease)
	for range claims {
		d.at(beforeHook)
	}
	return claims, err
}

// child is this test binary as a process of its own.
func child(folder, task string) *exec.Cmd {
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), childFolder+"="+folder, childTask+"="+task)
	process.Stderr = os.Stderr
	return process
}

// Events: delivery is at least once, with an id that is stable, whenever the
// process is killed; the order of Triggers is kept.
func TestNoEventIsLostToAKill(t *testing.T) {
	rounds := 51
	if testing.Short() {
		rounds = 6
	}
	folder := t.TempDir()
	for round := range rounds {
		process := child(folder, []string{beforeHook, inHook, afterHook}[round%3])
		err := process.Run()
		if status, ok := process.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGKILL {
			t.Fatalf("the process ended by itself: %v", err)
		}
	}
	note := journal(folder)
	s := serve(filepath.Join(folder, "site.db"), jobs, queue.Options{}, func(_ context.Context, call *content.Call, _ map[string]any) error {
		e := call.Event
		note("begin %s %s %s", e.Entry["id"], e.ID, e.Trigger)
		note("end %s %s %s", e.Entry["id"], e.ID, e.Trigger)
		return nil
	}, nil)
	defer s.close()
	s.drained(t)
	if dead := s.list(t, queue.Dead); dead != nil {
		t.Errorf("dead are %+v", dead)
	}
	wantDelivered(t, readJournal(t, folder), rounds)
}

func readJournal(t *testing.T, folder string) (lines [][]string) {
	t.Helper()
	file, err := os.Open(filepath.Join(folder, "journal"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for scan := bufio.NewScanner(file); scan.Scan(); {
		lines = append(lines, strings.Fields(scan.Text()))
	}
	return lines
}

// delivered is what a journal tells of one entry.
type delivered struct {
	event string // its id
	runs  string // the Triggers that began, in order
	ended string // those of them that ended
}

func wantDelivered(t *testing.T, lines [][]string, rounds int) {
	t.Helper()
	entries := map[string]*delivered{}
	written := 0
	for _, line := range lines {
		entry := entries[line[1]]
		if entry == nil {
			entry = &delivered{}
			entries[line[1]] = entry
		}
		switch line[0] {
		case "written":
			written++
			continue
		case "end":
			entry.ended += line[3]
			continue
		}
		if entry.event != "" && entry.event != line[2] {
			t.Errorf("entry %s has the events %s and %s", line[1], entry.event, line[2])
		}
		entry.event = line[2]
		entry.runs += line[3]
	}
	again := 0
	for id, entry := range entries {
		if !inOrder(entry.runs) || !strings.Contains(entry.ended, "c") {
			t.Errorf("the hooks of %s ran as %s, of which ended %s", id, entry.runs, entry.ended)
		}
		if len(entry.runs) > 3 {
			again++
		}
	}
	t.Logf("%d answered writes, %d events, %d delivered again", written, len(entries), again)
	if written < rounds || again == 0 || len(entries) < written {
		t.Error("nothing was tested")
	}
}

// deliverUntilPoison delivers until a hook kills the process, or nothing is left.
// Handlers take longer than a write, so that many run when it dies.
func deliverUntilPoison(folder string) {
	note := journal(folder)
	s := serve(filepath.Join(folder, "site.db"), jobs, queue.Options{Lease: poisonLease, Poll: 5 * time.Millisecond}, func(_ context.Context, call *content.Call, input map[string]any) error {
		if call.Event.Trigger == "a" && input["name"] == "poison" {
			time.Sleep(5 * time.Millisecond)
			die()
		}
		time.Sleep(20 * time.Millisecond)
		note("ran %s %v", call.Event.Trigger, input["name"])
		return nil
	}, nil)
	for {
		status, err := s.store.Outbox().Status(context.Background())
		must(err)
		if status.Pending() == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.close()
	os.Exit(0)
}

const poisonLease = 500 * time.Millisecond

// An event whose hook ends every process that runs it is dead in the end, and it
// alone: those that were claimed and ran beside it are delivered.
func TestAnEventThatEndsProcessesTakesNoOtherAlong(t *testing.T) {
	if testing.Short() {
		t.Skip("takes the leases of a dozen processes")
	}
	file := waiting(t)
	const others = 60
	for i := range others + 1 {
		name := "one"
		if i == others/2 {
			name = "poison"
		}
		file.add(name)
	}
	rounds := 0
	for ; rounds < 60; rounds++ {
		process := child(filepath.Dir(file.path), inPoison)
		if process.Run() == nil {
			break
		}
	}
	dead := file.list(t, queue.Dead)
	if len(dead) != 1 || dead[0].Triggers[0] != "a" || dead[0].Tries <= 12 {
		t.Errorf("after %d rounds dead are %+v", rounds, dead)
	}
	ran := map[string]int{}
	for _, line := range readJournal(t, filepath.Dir(file.path)) {
		ran[line[1]+" "+line[2]]++
	}
	for _, trigger := range []string{"a", "b", "c"} {
		if ran[trigger+" one"] < others {
			t.Errorf("%s ran %d times for %d events", trigger, ran[trigger+" one"], others)
		}
	}
	if ran["b poison"] != 1 || ran["c poison"] != 1 {
		t.Errorf("those behind it ran %d and %d times", ran["b poison"], ran["c poison"])
	}
	t.Logf("%d processes ended", rounds)
}

// inOrder reports whether every Trigger ran, each after the one before it, and
// none again after a later one.
func inOrder(runs string) bool {
	rest := strings.TrimLeft(runs, "a")
	last := strings.TrimLeft(rest, "b")
	return len(rest) < len(runs) && len(last) < len(rest) && last != "" && strings.Trim(last, "c") == ""
}

// work delivers until its parent closes its standard input, and complains when
// a hook runs that another process is running.
func work(folder string) {
	note := journal(folder)
	opts := queue.Options{Lease: childLease, Poll: 5 * time.Millisecond} // or the other one may have run everything before this one looks
	s := serve(filepath.Join(folder, "site.db"), jobs, opts, func(_ context.Context, call *content.Call, input map[string]any) error {
		lock := filepath.Join(folder, call.Event.ID+call.Event.Trigger)
		if err := os.Mkdir(lock, 0o700); err != nil {
			note("together %s %s", call.Event.ID, call.Event.Trigger)
		}
		if input["name"] == "slow" && call.Event.Trigger == "b" {
			time.Sleep(2 * childLease)
		}
		must(os.Remove(lock))
		note("ran %d", os.Getpid())
		return nil
	}, nil)
	_, _ = os.Stdout.WriteString("\n") // it looks for events
	_, _ = os.Stdin.Read(make([]byte, 1))
	s.close()
	os.Exit(0)
}

// Two processes on one file: no hook is run by two workers at the same time,
// even when it takes longer than a lease.
func TestNoHookRunsInTwoProcessesAtOnce(t *testing.T) {
	s := start(t, queue.Options{}, nil)
	s.queue.Stop()
	var stop []func()
	for range 2 {
		stop = append(stop, worker(t, filepath.Dir(s.path)))
	}
	const events = 150
	for i := range events {
		s.add([]string{"slow", "quick"}[min(i%30, 1)])
	}
	s.drained(t)
	for _, each := range stop {
		each()
	}
	ran := map[string]int{}
	for _, line := range readJournal(t, filepath.Dir(s.path)) {
		if line[0] == "together" {
			t.Errorf("run twice at the same time: %v", line[1:])
			continue
		}
		ran[line[1]]++
	}
	all := 0
	for _, n := range ran {
		all += n
	}
	if len(ran) != 2 || all != 3*events {
		t.Errorf("processes ran %v hooks, want %d in all", ran, 3*events)
	}
}

// worker starts a process that delivers until it is stopped, and returns when it
// does.
func worker(t *testing.T, folder string) (stop func()) {
	t.Helper()
	process := child(folder, workOnly)
	in, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	return func() {
		_ = in.Close()
		if err := process.Wait(); err != nil {
			t.Error(err)
		}
	}
}
