package main

import (
	"fmt"
	"os"
	"time"
)

// steady writes at a rate, each write with a deferred hook, and tells how many
// hooks wait as time goes by: a queue that keeps up has as many at the end as at
// the beginning.
func (b *bench) steady(rate float64) error {
	dir, err := os.MkdirTemp("", "quartet-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary folder
	b.dir = dir
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for _, path := range []string{"/api/plain", "/api/hooked", "/api/copied", "/api/calling"} {
		s, err := launch("/healthz", self, "hooked", "sqlite:"+b.file("steady"+path[5:]+".db"))
		if err != nil {
			return err
		}
		s.rest = restPath
		err = b.steadily(s, path, rate)
		s.stop()
		if err != nil {
			return err
		}
	}
	return nil
}

// moment is what a server has done by a time.
type moment struct {
	at                       time.Time
	written, delivered, work float64
}

func (s *server) moment() (m moment, err error) {
	m.at = time.Now()
	for path, value := range map[string]*float64{writtenPath: &m.written, deliveredPath: &m.delivered, workPath: &m.work} {
		if *value, err = s.number(path); err != nil {
			return m, err
		}
	}
	return m, nil
}

func (b *bench) steadily(s *server, path string, rate float64) error {
	begin, err := s.moment()
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() {
		_, err := (&load{Addr: s.addr, Requests: []string{postJSON(path, noteBody)}, Connections: b.connections, Seconds: b.seconds, Rate: rate}).apply()
		ended <- err
	}()
	fmt.Printf("%s, %.0f writes a second\n", path, rate)
	last := begin
	for ticks, loaded := time.Tick(time.Duration(b.seconds/8*float64(time.Second))), true; loaded; {
		select {
		case err = <-ended:
			loaded = false
		case <-ticks:
		}
		if err != nil {
			return err
		}
		now, err := s.moment()
		if err != nil {
			return err
		}
		seconds := now.at.Sub(last.at).Seconds()
		fmt.Printf("  %4.1f s  written %6.0f/s  delivered %6.0f/s  waiting %6.0f\n", now.at.Sub(begin.at).Seconds(),
			(now.written-last.written)/seconds, (now.delivered-last.delivered)/seconds, now.written-now.delivered)
		last = now
	}
	under := last
	if err := s.atRest(); err != nil {
		return err
	}
	end, err := s.moment()
	if err != nil {
		return err
	}
	fmt.Printf("  %.1f s until nothing waits; processor time of a write with all that it causes: %.0f us\n",
		end.at.Sub(under.at).Seconds(), 1e6*(end.work-begin.work)/(end.written-begin.written))
	return nil
}
