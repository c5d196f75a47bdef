package dev

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"syscall"

	"github.com/quartet-dev/quartet/internal/loopback"
)

// ErrNotLoopback says that an address would let other machines in.
var ErrNotLoopback = errors.New("the development server listens on loopback alone; use 127.0.0.1, [::1] or localhost, or run serve")

const (
	loopback4 = "127.0.0.1"
	loopback6 = "::1"
)

// listen opens the port of addr on both loopback addresses. Port 0 takes one
// that is free on both. A machine without IPv6 gets the one address.
func listen(addr string) ([]net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("the address is <host>:<port>: %w", err)
	}
	if !loopback.IsHost(host) {
		return nil, ErrNotLoopback
	}
	for attempt := 0; ; attempt++ {
		listeners, err := listenBoth(port)
		if port != "0" || !errors.Is(err, syscall.EADDRINUSE) || attempt == maxAttempts {
			return listeners, err
		}
	}
}

// maxAttempts bounds the search for a port that is free on both addresses.
const maxAttempts = 20

func listenBoth(port string) ([]net.Listener, error) {
	first, err := net.Listen("tcp4", net.JoinHostPort(loopback4, port))
	if err != nil {
		return nil, err
	}
	taken := strconv.Itoa(portOf(first))
	second, err := net.Listen("tcp6", net.JoinHostPort(loopback6, taken))
	switch {
	case err == nil:
		return []net.Listener{first, second}, nil
	case errors.Is(err, syscall.EADDRINUSE):
		_ = first.Close()
		return nil, err
	default: // no IPv6 here
		return []net.Listener{first}, nil
	}
}

func closeAll(listeners []net.Listener) error {
	var errs []error
	for _, each := range listeners {
		errs = append(errs, each.Close())
	}
	return errors.Join(errs...)
}

func portOf(l net.Listener) int {
	if addr, ok := l.Addr().(*net.TCPAddr); ok {
		return addr.Port
	}
	return 0
}
