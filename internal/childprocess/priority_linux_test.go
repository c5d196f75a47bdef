package childprocess

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const threadsName = "quartet-test-threads"

func init() { Serve(threadsName, tellPriorities) }

// tellPriorities writes the priority of each of its threads, of which it makes some, once
// it is asked.
func tellPriorities(in io.Reader, out io.Writer) int {
	if _, err := in.Read(make([]byte, 1)); err != nil {
		return 1
	}
	for range 4 {
		go func() { _ = syscall.Nanosleep(&syscall.Timespec{Sec: 10}, nil) }() // has a thread for itself
	}
	time.Sleep(50 * time.Millisecond)
	threads, err := filepath.Glob("/proc/self/task/*/stat")
	if err != nil || len(threads) < 5 {
		return 2
	}
	for _, each := range threads {
		stat, err := os.ReadFile(each)
		if err != nil {
			return 3
		}
		_, fields, _ := strings.Cut(string(stat), ") ")
		fmt.Fprintln(out, strings.Fields(fields)[16])
	}
	return 0
}

// All threads of a process that is started behind let others go first.
func TestAProcessThatIsStartedBehindGivesWay(t *testing.T) {
	command, err := Command(t.Context(), threadsName, 2)
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	command.Stdout = &said
	ask, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := StartBehind(command); err != nil {
		t.Fatal(err)
	}
	if _, err := ask.Write([]byte("?")); err != nil {
		t.Fatal(err)
	}
	if err := command.Wait(); err != nil {
		t.Fatal(err)
	}
	for _, each := range strings.Fields(said.String()) {
		if priority, err := strconv.Atoi(each); err != nil || priority < background {
			t.Fatalf("the priorities of its threads: %s", strings.Fields(said.String()))
		}
	}
}
