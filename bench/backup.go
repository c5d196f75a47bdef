package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"time"
)

// besideBackup measures the list alone and beside copies that are taken one after the
// other, in turns.
func (b *bench) besideBackup() error {
	database := b.file("backup.db")
	if err := fillQuartet(database, b.rows); err != nil {
		return err
	}
	s, err := indexed(func() (*server, error) { return b.serve("bench/site", database) })
	if err != nil {
		return err
	}
	defer s.stop()
	var requests []string
	for range 200 {
		p := makePost(rand.IntN(b.rows))
		requests = append(requests, get("/api/views/latest?"+url.Values{"locale": {p.locale}, "since": {strconv.FormatInt(p.publishedAt, 10)}}.Encode()))
	}
	var ratios []float64
	for range b.rounds {
		alone, err := b.list(s, requests)
		if err != nil {
			return err
		}
		copying := b.copyOn(database)
		beside, err := b.list(s, requests)
		if took, failed := copying(); err != nil || failed != nil {
			return errors.Join(err, failed)
		} else if len(took) > 0 {
			slices.Sort(took)
			fmt.Printf("  %d copies, %.1f s each\n", len(took), took[len(took)/2].Seconds())
		}
		fmt.Printf("  alone %8.0f/s  p99 %6.0f us; beside %8.0f/s  p99 %6.0f us\n", alone.PerSecond, alone.P99, beside.PerSecond, beside.P99)
		ratios = append(ratios, beside.PerSecond/alone.PerSecond)
	}
	slices.Sort(ratios)
	fmt.Printf("the list beside quartet backup, against alone\n  ratio %.2f (goal 0.67; rounds %.2f)\n", ratios[len(ratios)/2], ratios)
	return nil
}

func (b *bench) list(s *server, requests []string) (outcome, error) {
	return (&load{Addr: s.addr, Requests: requests, Connections: b.connections, Seconds: b.seconds}).apply()
}

// copyOn takes copies until it is told to stop, and then says how long each took.
func (b *bench) copyOn(database string) (stop func() ([]time.Duration, error)) {
	over := make(chan struct{})
	var took []time.Duration
	var failed error
	var done sync.WaitGroup
	done.Go(func() {
		for i := 0; failed == nil; i++ {
			select {
			case <-over:
				return
			default:
			}
			began, name := time.Now(), b.file(fmt.Sprintf("copy-%d.zip", i))
			out, err := exec.Command(b.binary, "backup", "bench/site", "--database", "sqlite:"+database, "--to", name).CombinedOutput()
			if err != nil {
				failed = fmt.Errorf("%w: %s", err, out)
			}
			took = append(took, time.Since(began))
			_ = os.Remove(name) // the folder goes with it
		}
	})
	return func() ([]time.Duration, error) {
		close(over)
		done.Wait()
		return took, failed
	}
}
