package main

import (
	"io"
	"net"
	"sync/atomic"
	"time"
)

// A wire carries connections of TCP to one of several servers, by turns, as a plain
// balancer does, and can stand for a distance: what it is given arrives so much later.
type wire struct {
	addr  string
	to    []string
	delay time.Duration // each way

	turn  atomic.Int64
	trips atomic.Int64 // how often a client's bytes followed a server's
}

// newWire spans one on loopback for as long as the bench lasts.
func newWire(delay time.Duration, to ...string) (*wire, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	w := &wire{addr: listener.Addr().String(), to: to, delay: delay}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go w.carry(client)
		}
	}()
	return w, nil
}

func (w *wire) carry(client net.Conn) {
	server, err := net.Dial("tcp", w.to[int(w.turn.Add(1))%len(w.to)])
	if err != nil {
		_ = client.Close()
		return
	}
	if w.delay == 0 { // the system copies without this process
		go func() { _, _ = io.Copy(server, client); _ = server.Close() }()
		_, _ = io.Copy(client, server)
		_ = client.Close()
		return
	}
	var asked atomic.Bool
	go w.delayed(server, client, func() {
		if !asked.Swap(true) {
			w.trips.Add(1)
		}
	})
	w.delayed(client, server, func() { asked.Store(false) })
}

// A parcel is what was read at once, and when it arrives.
type parcel struct {
	bytes []byte
	due   time.Time
}

// delayed copies one direction. What follows is read while the first is on its way.
func (w *wire) delayed(to, from net.Conn, seen func()) {
	parcels := make(chan parcel, 1024)
	go func() {
		defer close(parcels)
		for {
			buffer := make([]byte, 16<<10)
			n, err := from.Read(buffer)
			if n > 0 {
				seen()
				parcels <- parcel{buffer[:n], time.Now().Add(w.delay)}
			}
			if err != nil {
				return
			}
		}
	}()
	for p := range parcels {
		time.Sleep(time.Until(p.due))
		if _, err := to.Write(p.bytes); err != nil {
			break
		}
	}
	_, _ = to.Close(), from.Close()
	for range parcels { // until the reader has seen it
	}
}
