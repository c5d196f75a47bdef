package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// load is one run of requests over kept-alive connections. It is run in a
// process of its own and prints its outcome as JSON.
type load struct {
	Addr        string
	Connections int
	Seconds     float64
	Requests    []string // whole HTTP requests; each connection picks at random, or in turn
	Rate        float64  // requests a second of all connections together; 0 for as many as there can be

	InTurn bool // one request after the other, each once before any comes again
	From   int  // where to go on in turn
	Once   bool // each request once; the load ends with the last
	Tail   int  // bytes that follow each request

	next  atomic.Int64
	whole [][]byte // Requests, for all connections
	tail  []byte
}

// outcome of a load; latencies in microseconds.
type outcome struct {
	PerSecond float64
	P50, P99  float64
	Bytes     int // of the last body
	Requests  int
}

// apply runs the load in a child process, so that client and server do not
// share a scheduler or a heap.
func (l *load) apply() (outcome, error) {
	self, err := os.Executable()
	if err != nil {
		return outcome{}, err
	}
	input, err := json.Marshal(l)
	if err != nil {
		return outcome{}, err
	}
	cmd := exec.Command(self, "load")
	cmd.Stdin = bytes.NewReader(input)
	cmd.Stderr = os.Stderr
	output, err := cmd.Output()
	if err != nil {
		return outcome{}, err
	}
	var o outcome
	return o, json.Unmarshal(output, &o)
}

func runLoad() error {
	var l load
	if err := json.NewDecoder(os.Stdin).Decode(&l); err != nil {
		return err
	}
	for _, each := range l.Requests {
		l.whole = append(l.whole, []byte(each))
	}
	var (
		wait      sync.WaitGroup
		lock      sync.Mutex
		latencies []time.Duration
		size      int
		failures  []error
	)
	l.tail = make([]byte, l.Tail)
	began := time.Now()
	end := began.Add(time.Duration(l.Seconds * float64(time.Second)))
	for i := range l.Connections {
		wait.Go(func() {
			seen, bytes, err := l.connection(end, l.pace(i))
			lock.Lock()
			defer lock.Unlock()
			latencies, size = append(latencies, seen...), bytes
			if err != nil {
				failures = append(failures, err)
			}
		})
	}
	wait.Wait()
	if len(failures) > 0 {
		return errors.Join(failures...)
	}
	took := l.Seconds
	if l.Once {
		took = time.Since(began).Seconds()
	}
	return json.NewEncoder(os.Stdout).Encode(outcome{
		PerSecond: float64(len(latencies)) / took, P50: quantile(latencies, 0.5), P99: quantile(latencies, 0.99), Bytes: size, Requests: len(latencies),
	})
}

// quantile sorts times, and gives that of a share of them in microseconds.
func quantile(times []time.Duration, share float64) float64 {
	slices.Sort(times)
	return float64(times[int(share*float64(len(times)-1))]) / float64(time.Microsecond)
}

// pace gives a function that waits until a connection's next request is due. A
// connection that is late asks at once until it is no longer, so that a pause of
// the machine does not lower the rate.
func (l *load) pace(connection int) func() {
	if l.Rate == 0 {
		return func() {}
	}
	step := time.Duration(float64(time.Second) * float64(l.Connections) / l.Rate)
	due := time.Now().Add(step * time.Duration(connection) / time.Duration(l.Connections))
	return func() {
		time.Sleep(time.Until(due))
		due = due.Add(step)
	}
}

func (l *load) connection(end time.Time, pace func()) ([]time.Duration, int, error) {
	c, err := net.Dial("tcp", l.Addr)
	if err != nil {
		return nil, 0, err
	}
	defer c.Close()
	reader := bufio.NewReaderSize(c, 64<<10)
	var latencies []time.Duration
	size := 0
	for time.Now().Before(end) {
		pace()
		request, more := l.pick()
		if !more {
			break
		}
		now := time.Now()
		if _, err := c.Write(l.whole[request]); err != nil {
			return nil, 0, err
		}
		if _, err := c.Write(l.tail); err != nil {
			return nil, 0, err
		}
		if size, err = readAnswer(reader); err != nil {
			return nil, 0, err
		}
		latencies = append(latencies, time.Since(now))
	}
	return latencies, size, nil
}

// pick chooses a request; false when there is none left.
func (l *load) pick() (int, bool) {
	switch {
	case l.Once:
		next := int(l.next.Add(1)) - 1
		return next, next < len(l.Requests)
	case l.InTurn:
		return (l.From + int(l.next.Add(1))) % len(l.Requests), true
	}
	return rand.IntN(len(l.Requests)), true
}

var contentLength = []byte("Content-Length: ")

// readAnswer skips one 200 or 206 answer with a Content-Length, or a 204, and
// returns the size of its body.
func readAnswer(r *bufio.Reader) (int, error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	empty := bytes.HasPrefix(line, []byte("HTTP/1.1 204"))
	if !empty && !bytes.HasPrefix(line, []byte("HTTP/1.1 200")) && !bytes.HasPrefix(line, []byte("HTTP/1.1 206")) {
		rest, _ := r.Peek(min(r.Buffered(), 2000))
		return 0, fmt.Errorf("answer was %q: %s", bytes.TrimSpace(line), rest)
	}
	size := -1
	for {
		if line, err = r.ReadSlice('\n'); err != nil {
			return 0, err
		}
		if len(line) <= 2 {
			break
		}
		if bytes.HasPrefix(line, contentLength) {
			size, err = strconv.Atoi(string(bytes.TrimSpace(line[len(contentLength):])))
			if err != nil {
				return 0, err
			}
		}
	}
	if empty {
		return 0, nil
	}
	if size < 0 {
		return 0, errors.New("answer without Content-Length")
	}
	_, err = io.CopyN(io.Discard, r, int64(size))
	return size, err
}

func get(path string) string {
	return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n"
}

func postJSON(path, body string) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, len(body), body)
}
