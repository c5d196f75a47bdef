package childprocess

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
)

// Serve does the work of a child where this process was started as the one of that
// name, and ends the process; otherwise it returns at once. Call it in an init:
// then every program that links the package has the child, quartet, a program that
// embeds the service, and a test alike, and none of them does anything of its own
// in it. work gives the exit code.
func Serve(name string, work func(in io.Reader, out io.Writer) int) {
	if len(os.Args) == 1 && os.Args[0] == name {
		os.Exit(work(pipe(0, "in"), pipe(1, "out")))
	}
}

// Command prepares the child of a name, with so many threads for Go's code. It gets
// no environment but what the system and the tests of Go need, and lives in UTC.
func Command(ctx context.Context, name string, threads int) (*exec.Cmd, error) {
	self, err := executable()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, self) //nolint:gosec // this program
	command.Args = []string{name}
	command.Env = []string{"TZ=UTC", "GOMAXPROCS=" + strconv.Itoa(threads)}
	for _, each := range []string{"SYSTEMROOT", "GOCOVERDIR", "GORACE"} {
		if value, is := os.LookupEnv(each); is {
			command.Env = append(command.Env, each+"="+value)
		}
	}
	return command, nil
}

// Failed is the error of a child that did not start, or ended otherwise than it
// should.
func Failed(name string, err error) error { return fmt.Errorf("the process %s: %w", name, err) }
