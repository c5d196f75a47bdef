package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// handlers measures handlers in TypeScript: against Go, against PocketBase's when
// its program is given, and what one that never ends costs those who read.
func (b *bench) handlers() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	serve := func(language string) (*server, error) {
		return launch("/healthz", self, "handled", language, b.file("handled.db"))
	}
	base, err := serve(inGo)
	if err != nil {
		return err
	}
	defer base.stop()
	subject, err := serve(inTypeScript)
	if err != nil {
		return err
	}
	defer subject.stop()
	requests := []string{postJSON("/api/add", `{"a":1,"b":2}`)}
	if err := b.ratio("a handler that adds two numbers, TypeScript against Go", 0.25, base, requests, subject, requests); err != nil {
		return err
	}
	if err := b.besidePocketBase(subject, requests); err != nil {
		return err
	}
	if err := b.firstCalls(serve); err != nil {
		return err
	}
	return b.besideAttacks(subject)
}

// besidePocketBase measures a hook of PocketBase that does the same.
func (b *bench) besidePocketBase(subject *server, requests []string) error {
	if b.pocketBase == "" {
		return nil
	}
	dir := filepath.Join(b.dir, "pocketbase")
	hooks := filepath.Join(dir, "pb_hooks")
	if err := os.MkdirAll(hooks, 0o700); err != nil {
		return err
	}
	const hook = `routerAdd("POST", "/api/add", (e) => { const { a, b } = e.requestInfo().body; return e.json(200, { sum: a + b }) })`
	if err := os.WriteFile(filepath.Join(hooks, "add.pb.js"), []byte(hook), 0o600); err != nil {
		return err
	}
	peer, err := servePocketBase(b.pocketBase, dir, hooks)
	if err != nil {
		return err
	}
	defer peer.stop()
	return b.ratio("the same, against PocketBase's hook in JavaScript", 0, peer, requests, subject, requests)
}

// servePocketBase starts it on a port that is free.
func servePocketBase(program, dir, hooks string) (*server, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := free.Addr().String()
	_ = free.Close()
	cmd := exec.Command(program, "serve", "--http", addr, "--dir", filepath.Join(dir, "pb_data"), "--hooksDir", hooks, "--hooksWatch=false")
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &server{cmd: cmd, addr: addr}
	if err := s.await("/api/health"); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

// firstCalls measures how long a service takes to answer with a handler, from its
// start and for the first call alone.
func (b *bench) firstCalls(serve func(string) (*server, error)) error {
	var starts, calls []time.Duration
	for range max(b.rounds, 7) {
		began := time.Now()
		s, err := serve(inTypeScript)
		if err != nil {
			return err
		}
		called := time.Now()
		err = ask(s, "/api/add", `{"a":1,"b":2}`)
		calls, starts = append(calls, time.Since(called)), append(starts, time.Since(began))
		s.stop()
		if err != nil {
			return err
		}
	}
	slices.Sort(starts)
	slices.Sort(calls)
	fmt.Printf("first call of a handler\n  %s (goal under 50ms), from the start of the service %s; medians of %d\n",
		calls[len(calls)/2].Round(100*time.Microsecond), starts[len(starts)/2].Round(100*time.Microsecond), len(starts))
	return nil
}

func ask(s *server, path, body string) error {
	answer, err := http.Post("http://"+s.addr+path, "application/json", strings.NewReader(body))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", path, answer.Status)
	}
	return err
}

// besideAttacks measures a View at a steady rate, alone and beside handlers that
// never end.
func (b *bench) besideAttacks(s *server) error {
	reads := &load{Addr: s.addr, Requests: []string{get("/api/views/notes")}, Connections: 16, Seconds: max(b.seconds, 3), Rate: readsASecond}
	loops := slices.Repeat([]string{"/api/loop"}, 4)
	for _, attack := range [][]string{{"/api/loop"}, append(loops, "/api/match")} {
		var alone, beside, ratios []float64
		for range b.rounds {
			o, err := reads.apply()
			if err != nil {
				return err
			}
			alone = append(alone, o.P99)
			stop := keepCalling(s, attack)
			time.Sleep(100 * time.Millisecond)
			o, err = reads.apply()
			stop()
			if err != nil {
				return err
			}
			beside = append(beside, o.P99)
			ratios = append(ratios, beside[len(beside)-1]/alone[len(alone)-1])
		}
		for _, each := range [][]float64{alone, beside, ratios} {
			slices.Sort(each)
		}
		middle := len(ratios) / 2
		fmt.Printf("a View %d times a second beside %d handlers that never end\n  p99 %.0f us beside %.0f us alone, ratio %.2f (goal 2.00 at most; rounds %.2f)\n",
			readsASecond, len(attack), beside[middle], alone[middle], ratios[middle], ratios)
	}
	return nil
}

// keepCalling calls each path again and again until it is told to stop.
func keepCalling(s *server, paths []string) (stop func()) {
	over := make(chan struct{})
	var calls sync.WaitGroup
	for _, path := range paths {
		calls.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
					_ = ask(s, path, "{}") // it fails, and takes its time
				}
			}
		})
	}
	return func() { close(over); calls.Wait() }
}
