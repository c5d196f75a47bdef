package cli

import (
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// Whoever starts a second service reads who has the port, and which one is free.
func TestATakenPortIsExplained(t *testing.T) {
	var network net.ListenConfig
	taken, err := network.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, cause := network.Listen(t.Context(), "tcp", taken.Addr().String())
	explained := withTakenPort(cause, "--addr", taken.Addr().String())
	if !errors.Is(explained, syscall.EADDRINUSE) || !strings.Contains(explained.Error(), "use --addr 127.0.0.1:") {
		t.Errorf("it says %v", explained)
	}
	if pid := fmt.Sprintf("(process %d)", os.Getpid()); runtime.GOOS == "linux" && !strings.Contains(explained.Error(), pid) {
		t.Errorf("it says %v, without %s", explained, pid)
	}
	if other := errors.New("no route"); !errors.Is(withTakenPort(other, "--addr", "127.0.0.1:1"), other) {
		t.Error("another error was changed")
	}
}
