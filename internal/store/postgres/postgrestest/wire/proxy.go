package wire

import (
	"context"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A Proxy is a way to a server of PostgreSQL, without TLS.
type Proxy struct {
	target   string
	listener net.Listener
	serving  sync.WaitGroup

	delay atomic.Int64 // time.Duration each way
	trips atomic.Int64

	mu          sync.Mutex
	connections []*Connection
	recorded    *[]Trip // nil while nobody wants them
	decide      func(Flight) Action
}

// Listen opens a way on loopback to a server at host:port.
func Listen(ctx context.Context, target string) (*Proxy, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{target: target, listener: listener, decide: func(Flight) Action { return Pass }}
	p.serving.Go(p.serve)
	return p, nil
}

// Address is the proxy's host:port.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// Delay makes everything that is sent from now on arrive so much later, each
// way. It takes time from no bandwidth.
func (p *Proxy) Delay(each time.Duration) { p.delay.Store(int64(each)) }

// RoundTrips counts how often a client has waited for an answer since the proxy
// was opened, without the start of connections.
func (p *Proxy) RoundTrips() int64 { return p.trips.Load() }

// Record keeps the round trips that begin from now on; stop gives them, in order.
func (p *Proxy) Record() (stop func() []Trip) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.recorded = new([]Trip)
	return func() []Trip {
		p.mu.Lock()
		defer p.mu.Unlock()
		trips := *p.recorded
		p.recorded = nil
		return trips
	}
}

// Decide sets what happens to each flight from now on. It is called by several
// connections at a time.
func (p *Proxy) Decide(f func(Flight) Action) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.decide = f
}

// Connections are those that are open.
func (p *Proxy) Connections() []*Connection {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.connections)
}

// CutAll closes every connection, both ways. New ones may come at once.
func (p *Proxy) CutAll() {
	for _, c := range p.Connections() {
		c.Cut()
	}
}

// Close ends the proxy and every connection through it.
func (p *Proxy) Close() error {
	err := p.listener.Close()
	p.CutAll()
	p.serving.Wait()
	return err
}

func (p *Proxy) serve() {
	defer p.CutAll() // those that were accepted while it closed
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := new(net.Dialer).DialContext(context.Background(), "tcp", p.target)
		if err != nil {
			_ = client.Close() // which tells the client
			continue
		}
		c := p.connect(client, server)
		p.serving.Go(c.carryFlights)
		p.serving.Go(c.carryAnswers)
	}
}

func (p *Proxy) connect(client, server net.Conn) *Connection {
	c := &Connection{proxy: p, client: client, server: server, statements: make(map[string]string)}
	c.Cut = sync.OnceFunc(func() {
		_, _ = client.Close(), server.Close() // both ends are told, whatever they say
		p.mu.Lock()
		defer p.mu.Unlock()
		p.connections = slices.DeleteFunc(p.connections, func(each *Connection) bool { return each == c })
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	p.connections = append(p.connections, c)
	return c
}

// departs counts a flight that a client sends. It begins a round trip unless
// the client still waits for an earlier one.
func (p *Proxy) departs(f Flight, begins bool) Action {
	p.mu.Lock()
	if begins {
		p.trips.Add(1)
	}
	if p.recorded != nil {
		p.record(f, begins)
	}
	decide := p.decide
	p.mu.Unlock()
	return decide(f)
}

func (p *Proxy) record(f Flight, begins bool) {
	trips := *p.recorded
	if begins {
		*p.recorded = append(trips, Trip{f})
		return
	}
	for i := len(trips) - 1; i >= 0; i-- {
		if trips[i][0].Connection == f.Connection {
			trips[i] = append(trips[i], f)
			return
		}
	}
}
