package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"syscall"
	"time"
)

// server is a process under load.
type server struct {
	cmd   *exec.Cmd
	addr  string
	start time.Duration // from exec to the first 200
	rest  string        // path that answers when it has nothing left to do; "" when there is none
}

var printedAddr = regexp.MustCompile(`127\.0\.0\.1:[1-9][0-9]*`)

// launch starts a server that prints its loopback address, and waits until
// path answers 200.
func launch(path, name string, args ...string) (*server, error) {
	began := time.Now()
	cmd := exec.Command(name, args...)
	output, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &server{cmd: cmd}
	if s.addr, err = readAddr(output); err != nil {
		s.stop()
		return nil, fmt.Errorf("%s printed no address: %w", name, err)
	}
	if err := s.await(path); err != nil {
		s.stop()
		return nil, err
	}
	s.start = time.Since(began)
	return s, nil
}

func readAddr(output io.Reader) (string, error) {
	lines := bufio.NewScanner(output)
	var seen bytes.Buffer
	for lines.Scan() {
		if addr := printedAddr.FindString(lines.Text()); addr != "" {
			go func() { _, _ = io.Copy(io.Discard, output) }()
			return addr, nil
		}
		seen.WriteString(lines.Text() + "\n")
	}
	return "", errors.New(seen.String())
}

func (s *server) await(path string) error {
	deadline := time.Now().Add(20 * time.Second)
	for time.Now().Before(deadline) {
		answer, err := http.Get("http://" + s.addr + path)
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(time.Millisecond)
	}
	return errors.New("no 200 from " + path)
}

// atRest waits until the load before has left nothing to do.
func (s *server) atRest() error {
	if s.rest == "" {
		return nil
	}
	return s.await(s.rest)
}

// indexed serves a database that another process has filled, once the program has made
// its search index: what that takes is no part of idle memory, nor of reads.
func indexed(serve func() (*server, error)) (*server, error) {
	s, err := serve()
	if err != nil {
		return nil, err
	}
	err = s.settle()
	s.stop()
	if err != nil {
		return nil, err
	}
	return serve()
}

// settle waits until the server works no more by itself.
func (s *server) settle() error {
	const look, most = 500 * time.Millisecond, 2 * time.Minute
	for quiet, end := 0, time.Now().Add(most); time.Now().Before(end); {
		before := s.worked()
		time.Sleep(look)
		if s.worked()-before > look/50 {
			quiet = 0
		} else if quiet++; quiet == 2 {
			return nil
		}
	}
	return fmt.Errorf("the server still works by itself after %s", most)
}

func (s *server) stop() {
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	_ = s.cmd.Wait()
}

// resident is the resident memory in MiB.
func (s *server) resident() float64 { return s.memory("VmRSS:") }

// own is what of the resident memory is no page of a file, in MiB: the system
// cannot take it back.
func (s *server) own() float64 { return s.memory("RssAnon:") }

func (s *server) memory(of string) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	for _, line := range bytes.Split(status, []byte("\n")) {
		if rest, ok := bytes.CutPrefix(line, []byte(of)); ok {
			kib, _ := strconv.ParseFloat(string(bytes.Fields(rest)[0]), 64)
			return kib / 1024
		}
	}
	return 0
}

// worked is the processor time that the server has used.
func (s *server) worked() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(text, []byte(") "))
	fields := bytes.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(string(fields[11]))
	system, _ := strconv.Atoi(string(fields[12]))
	return time.Duration(user+system) * tick
}

// tick is the unit of times in /proc.
const tick = 10 * time.Millisecond

// number is the number that a path answers with.
func (s *server) number(path string) (float64, error) {
	text, err := s.body(path)
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(text, 64)
}

// body is what a path is answered with.
func (s *server) body(path string) (string, error) {
	answer, err := http.Get("http://" + s.addr + path)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return string(text), err
}
