package main

import (
	"io"
	"net"
	"sync/atomic"
)

// A balancer gives each connection to the next of several servers, and copies bytes: the
// plainest there is.
type balancer struct {
	addr string
	to   []string
	turn atomic.Int64
}

// newBalancer listens for as long as the bench lasts.
func newBalancer(to ...string) (*balancer, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	b := &balancer{addr: listener.Addr().String(), to: to}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go b.carry(client)
		}
	}()
	return b, nil
}

func (b *balancer) carry(client net.Conn) {
	server, err := net.Dial("tcp", b.to[int(b.turn.Add(1))%len(b.to)])
	if err != nil {
		_ = client.Close()
		return
	}
	go func() {
		_, _ = io.Copy(server, client)
		_ = server.Close()
	}()
	_, _ = io.Copy(client, server)
	_ = client.Close()
}
