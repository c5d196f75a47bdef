package s3test

import (
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// Fault is what happens to connections between a client and the server. The zero
// Fault is none.
type Fault struct {
	Kind  FaultKind
	After int64 // bytes of its direction on a connection
	Times int   // connections that it happens to; 0 for all
}

// FaultKind is one of these.
type FaultKind int

// What is cut is closed both ways; what stalls stays open, and silent.
const (
	None         FaultKind = iota
	CutRequest             // the client's bytes end
	CutAnswer              // the server's bytes end
	StallRequest           // the client's bytes are not taken any more
	StallAnswer            // the server's bytes do not arrive
)

func (k FaultKind) stalls() bool { return k == StallRequest || k == StallAnswer }

// Proxy is a way to a server that breaks on demand.
type Proxy struct {
	Endpoint string
	target   string

	mu    sync.Mutex
	fault Fault
	links map[*link]bool
}

// A link is one connection through the proxy.
type link struct {
	client, server net.Conn
	fault          Fault
	over           chan struct{}
	end            func()
}

// Proxy starts one. It ends with the test.
func (s *Server) Proxy(t testing.TB) *Proxy {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{
		Endpoint: "http://" + listener.Addr().String(), target: strings.TrimPrefix(s.Endpoint, "http://"),
		links: make(map[*link]bool),
	}
	var serving sync.WaitGroup
	serving.Go(func() { p.listen(listener, &serving) })
	t.Cleanup(func() {
		_ = listener.Close()
		p.Set(Fault{})
		serving.Wait()
	})
	return p
}

func (p *Proxy) listen(listener net.Listener, serving *sync.WaitGroup) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		server, err := new(net.Dialer).DialContext(context.Background(), "tcp", p.target)
		if err != nil {
			_ = client.Close()
			continue
		}
		l := p.connect(client, server)
		serving.Go(func() { l.carry(server, client, CutRequest, StallRequest) })
		serving.Go(func() { l.carry(client, server, CutAnswer, StallAnswer) })
	}
}

// Set ends the connections that there are, and breaks those that come.
func (p *Proxy) Set(f Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = f
	for l := range p.links {
		l.end()
	}
	clear(p.links)
}

func (p *Proxy) connect(client, server net.Conn) *link {
	l := &link{client: client, server: server, over: make(chan struct{})}
	l.end = sync.OnceFunc(func() {
		close(l.over)
		_, _ = client.Close(), server.Close()
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	l.fault = p.fault
	p.links[l] = true
	switch p.fault.Times {
	case 0:
	case 1:
		p.fault = Fault{}
	default:
		p.fault.Times--
	}
	return l
}

// carry copies one direction until it ends or breaks.
func (l *link) carry(to, from net.Conn, cut, stall FaultKind) {
	if l.fault.Kind == cut || l.fault.Kind == stall {
		_, _ = io.CopyN(to, from, l.fault.After)
	} else {
		_, _ = io.Copy(to, from)
	}
	if l.fault.Kind.stalls() {
		<-l.over
	}
	l.end()
}
