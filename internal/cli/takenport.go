package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"syscall"
)

// withTakenPort says, of an error of listening at addr because the port is taken, who has
// the port and which one is free. Any other error is left as it is.
func withTakenPort(err error, flag, addr string) error {
	if !errors.Is(err, syscall.EADDRINUSE) {
		return err
	}
	host, text, splitErr := net.SplitHostPort(addr)
	port, numberErr := strconv.Atoi(text)
	if splitErr != nil || numberErr != nil {
		return err
	}
	owner := "another program"
	if found := listenerOf(port); found != "" {
		owner = found
	}
	if free := freePortAfter(host, port); free != 0 {
		return fmt.Errorf("port %d is taken by %s; stop it, or use %s %s: %w", port, owner, flag, net.JoinHostPort(host, strconv.Itoa(free)), err)
	}
	return fmt.Errorf("port %d is taken by %s: %w", port, owner, err)
}

// portsTried is how many ports behind a taken one are tried.
const portsTried = 20

// freePortAfter is the next port that nobody listens on; 0 when there is none near.
func freePortAfter(host string, port int) int {
	var network net.ListenConfig
	for next := port + 1; next <= min(port+portsTried, 65535); next++ {
		listener, err := network.Listen(context.Background(), "tcp", net.JoinHostPort(host, strconv.Itoa(next)))
		if err == nil {
			_ = listener.Close()
			return next
		}
	}
	return 0
}
