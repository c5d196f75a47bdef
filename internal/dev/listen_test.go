package dev

import (
	"errors"
	"net"
	"strconv"
	"testing"
)

// site-folder.md: refuses any address but loopback.
func TestOnlyLoopbackIsListenedOn(t *testing.T) {
	for addr, loopback := range map[string]bool{
		"127.0.0.1:0": true, "localhost:0": true, "[::1]:0": true, "127.0.0.2:0": true,
		"0.0.0.0:0": false, ":0": false, "[::]:0": false, "192.0.2.1:0": false, "example.com:0": false, "localhost.example:0": false,
	} {
		t.Run(addr, func(t *testing.T) {
			listeners, err := listen(addr)
			for _, each := range listeners {
				_ = each.Close()
			}
			if errors.Is(err, ErrNotLoopback) == loopback || loopback && err != nil {
				t.Error(err)
			}
		})
	}
}

// site-folder.md: it listens on both loopback addresses, where there are two.
func TestBothLoopbackAddressesAreListenedOn(t *testing.T) {
	hosts := []string{loopback4}
	if probe, err := net.Listen("tcp6", "[::1]:0"); err == nil {
		_ = probe.Close()
		hosts = append(hosts, loopback6)
	}
	listeners, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(portOf(listeners[0]))
	for _, host := range hosts {
		connection, err := net.Dial("tcp", net.JoinHostPort(host, port))
		if err != nil {
			t.Error(err)
			continue
		}
		_ = connection.Close()
	}
	for _, each := range listeners {
		_ = each.Close()
	}
}

func TestAPortThatIsTakenIsAnError(t *testing.T) {
	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	if _, err := listen(taken.Addr().String()); err == nil {
		t.Error("a port that is taken was listened on")
	}
}

// A web page of somebody else may make its own name resolve to loopback.
func TestForeignHostNamesAreRefused(t *testing.T) {
	for host, own := range map[string]bool{
		"localhost": true, "localhost:8787": true, "127.0.0.1:8787": true, "[::1]:8787": true, "[::1]": true, "tea.localhost:8787": true,
		"rebound.example": false, "rebound.example:8787": false, "localhost.example": false, "192.0.2.1:8787": false, "": false,
	} {
		if isOwnName(host) != own {
			t.Errorf("isOwnName(%q) = %v", host, !own)
		}
	}
}
