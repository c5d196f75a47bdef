package mailtest

import (
	"context"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/mail/mailbox"
)

// Server takes every message.
type Server struct{ *mailbox.Server }

// Message is what somebody was sent.
type Message = mailbox.Message

// Open starts a server that ends with the test.
func Open(t testing.TB) *Server {
	t.Helper()
	s, err := mailbox.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return &Server{s}
}

// deliveryTimeout is how long a message may be under way before the test fails.
const deliveryTimeout = 20 * time.Second

// Next waits for the oldest message to an address that was not given yet.
func (s *Server) Next(t testing.TB, to string) Message {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), deliveryTimeout)
	defer cancel()
	l, came := s.Server.Next(ctx, to)
	if !came {
		t.Fatalf("no letter came to %s", to)
	}
	return l
}
