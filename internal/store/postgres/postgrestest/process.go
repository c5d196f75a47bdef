package postgrestest

import (
	"os"
	"os/exec"
	"runtime"
	"time"
)

// A process is a server that runs, with this process at the longest.
type process struct {
	command *exec.Cmd
	ended   chan struct{}
}

// start starts it, and writes what it says into a file.
func start(command *exec.Cmd, log string) (*process, error) {
	words, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer words.Close()
	command.Stdout, command.Stderr = words, words
	p := &process{command: command, ended: make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // the system ends the process with the thread
		defer close(p.ended)
		err := command.Start()
		started <- err
		if err == nil {
			_ = command.Wait() // why it ended is in the file
		}
	}()
	return p, <-started
}

func (p *process) hasEnded() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// patience bounds everything that is waited for: starts, stops, a promotion.
const patience = 30 * time.Second

// stop asks with a signal, and kills what does not listen.
func (p *process) stop(how os.Signal) {
	_ = p.command.Process.Signal(how) // it may have ended
	select {
	case <-p.ended:
	case <-time.After(patience):
		_ = p.command.Process.Kill()
		<-p.ended
	}
}
