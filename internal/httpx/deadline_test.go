package httpx

import (
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"
)

// pipe is a connection under test and its other end.
func pipe(t *testing.T) (*limited, net.Conn) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	other, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	accepted, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	c := &limited{TCPConn: accepted.(*net.TCPConn)}
	t.Cleanup(func() { _, _ = c.Close(), other.Close() })
	return c, other
}

var past = time.Unix(1, 0)

func TestALimitEndsAReadThatIsUnderWay(t *testing.T) {
	c, _ := pipe(t)
	ended := make(chan error)
	go func() { _, err := c.Read(make([]byte, 1)); ended <- err }()
	for under := false; !under; {
		c.mu.Lock()
		under = c.reading == 1
		c.mu.Unlock()
	}
	if err := c.SetReadDeadline(past); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
}

// A connection that was hijacked has no limit that net/http took back.
func TestACopyHasTheLastLimit(t *testing.T) {
	c, other := pipe(t)
	_ = c.SetReadDeadline(past)
	if _, err := c.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal(err)
	}
	_ = c.SetReadDeadline(time.Time{})
	if _, err := io.WriteString(other, "tea"); err != nil {
		t.Fatal(err)
	}
	_ = other.Close()
	var got strings.Builder
	if _, err := io.Copy(&got, c); err != nil || got.String() != "tea" {
		t.Errorf("%q %v", got.String(), err)
	}
}

// What was asked for last holds, whatever came before it.
func TestAReadHasTheLastLimit(t *testing.T) {
	c, other := pipe(t)
	for _, test := range []struct {
		limits []time.Time
		ends   bool
	}{
		{[]time.Time{past}, true},
		{[]time.Time{past, {}}, false},
		{[]time.Time{{}, past, time.Now().Add(time.Hour)}, false},
		{[]time.Time{time.Now().Add(time.Hour), time.Now().Add(20 * time.Millisecond)}, true},
		{[]time.Time{{}}, false},
	} {
		for _, limit := range test.limits {
			if err := c.SetReadDeadline(limit); err != nil {
				t.Fatal(err)
			}
		}
		if !test.ends {
			if _, err := io.WriteString(other, "x"); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) != test.ends {
			t.Errorf("%v: %v", test.limits, err)
		}
	}
}

func TestAWriteHasTheLastLimit(t *testing.T) {
	c, _ := pipe(t)
	for _, test := range []struct {
		limits []time.Time
		ends   bool
	}{
		{[]time.Time{past}, true},
		{[]time.Time{past, {}}, false},
		{[]time.Time{past, time.Now().Add(time.Hour)}, false},
		{[]time.Time{time.Now().Add(time.Hour), time.Now().Add(time.Hour + time.Minute), past}, true},
	} {
		for _, limit := range test.limits {
			if err := c.SetWriteDeadline(limit); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.Write([]byte("x")); errors.Is(err, os.ErrDeadlineExceeded) != test.ends {
			t.Errorf("%v: %v", test.limits, err)
		}
	}
}

// A limit is never sooner than asked for, and at most a second later.
func TestAWriteHasALittleMoreTime(t *testing.T) {
	c, _ := pipe(t)
	now := time.Now()
	for _, after := range []time.Duration{time.Minute, time.Minute + time.Millisecond, 20 * time.Second, time.Millisecond, 2 * time.Minute} {
		asked := now.Add(after)
		if err := c.SetWriteDeadline(asked); err != nil {
			t.Fatal(err)
		}
		if later := c.written.Sub(asked); later < 0 || later > maxSlack || later > after/16 {
			t.Errorf("%v later than %v", later, after)
		}
	}
}
