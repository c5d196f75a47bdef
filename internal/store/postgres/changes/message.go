package changes

import (
	"context"
	"crypto/hmac"
	"encoding/json"
	"time"
)

// maxWaiting bounds the messages that wait to be sent: the oldest are lost then, as all
// are that nobody hears.
const maxWaiting = 1000

// Tell sends a message to the other processes, behind what was written by now. It does not
// wait, and promises nothing: messages are for what is said again. One that is longer
// than a notice may be, some 7,000 bytes, is lost. A message is JSON.
func (f *Feed) Tell(message []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.messages) == maxWaiting {
		f.messages = f.messages[1:]
	}
	f.messages = append(f.messages, message)
	if f.interrupt != nil {
		f.interrupt()
	}
}

// Hear has fn called with each message of another process, one at a time; fn must not
// wait. One function hears.
func (f *Feed) Hear(fn func(message []byte)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.hears = fn
}

// messageChannel is where messages go: an older program that listens for writes does not
// know them.
func (s *session) messageChannel() string { return "quartet_messages_" + s.sequence }

// sendMessages sends all that wait, as many at a time as one notification takes.
func (s *session) sendMessages(ctx context.Context) error {
	for {
		text := s.takeMessages()
		if text == "" {
			return nil
		}
		s.sent = time.Now()
		if _, err := s.row(ctx, "SELECT pg_notify($1, $2)", s.messageChannel(), text); err != nil {
			return err
		}
	}
}

// takeMessages seals the first that wait; "" for none.
func (s *session) takeMessages() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []json.RawMessage
	size := 0
	for len(s.messages) > 0 {
		next := s.messages[0]
		if size+len(next)+1 > maxMessages {
			if len(all) > 0 {
				break
			}
			s.messages = s.messages[1:] // too long by itself
			continue
		}
		all, size = append(all, next), size+len(next)+1
		s.messages = s.messages[1:]
	}
	if len(all) == 0 {
		return ""
	}
	body, err := json.Marshal(all)
	if err != nil {
		return ""
	}
	return sealMessages(s.opts.Key, body) + string(body)
}

// maxMessages leaves room for the seal and the brackets.
const maxMessages = maxPayload - 100

// sealMessages is seal for another purpose: neither passes for the other.
func sealMessages(key, body []byte) string {
	return seal(key, append([]byte("messages "), body...))
}

// receiveMessages hands on what another process says.
func (s *session) receiveMessages(text string) {
	size := len(sealMessages(nil, nil))
	if len(text) < size || len(text) > maxPayload {
		return
	}
	mac, body := text[:size], []byte(text[size:])
	if !hmac.Equal([]byte(mac), []byte(sealMessages(s.opts.Key, body))) {
		return
	}
	var all []json.RawMessage
	s.mu.Lock()
	hears := s.hears
	s.mu.Unlock()
	if hears == nil || json.Unmarshal(body, &all) != nil {
		return
	}
	for _, each := range all {
		hears(each)
	}
}
