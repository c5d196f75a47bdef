package sitetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/transcript"
)

// upstream stands in for a service that the site calls: it answers as the section
// upstream says.
type upstream struct {
	mu       sync.Mutex
	answers  []*transcript.Exchange
	asked    map[*transcript.Exchange]int
	captures map[string]string
	problems []Failure // lines are those of the section
}

// maxUpstreamBody is how much of a request is read.
const maxUpstreamBody = 1 << 20

// openUpstream serves the section, where there is one, and names its address
// {{upstream}}.
func (s *scratch) openUpstream(ctx context.Context) error {
	text := transcript.Section(s.archive, sectionUpstream)
	s.upstream = &upstream{asked: map[*transcript.Exchange]int{}, captures: s.captures}
	if text == "" {
		return nil
	}
	answers, err := transcript.Parse(text)
	if err != nil {
		return fmt.Errorf("the section upstream cannot be read: %w", err)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	u := s.upstream
	u.answers = answers
	s.captures["upstream"] = "http://" + listener.Addr().String()
	u.captures = map[string]string{"origin": s.client.Origin, "upstream": s.captures["upstream"], "today": s.captures["today"]}
	server := &http.Server{Handler: u, ReadHeaderTimeout: time.Minute}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	s.onClose(func() error {
		err := server.Close()
		if serving := <-served; !errors.Is(serving, http.ErrServerClosed) {
			err = errors.Join(err, serving)
		}
		return err
	})
	return nil
}

// ServeHTTP answers with the first exchange of the method and target that was not used
// yet, or else with the last.
func (u *upstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxUpstreamBody))
	u.mu.Lock()
	e := u.find(r)
	if e == nil {
		u.problems = append(u.problems, Failure{Request: r.Method + " " + r.RequestURI, Differences: []transcript.Difference{{
			Says: "upstream was asked for what it has no answer to", Got: string(body),
		}}})
		u.mu.Unlock()
		http.Error(w, "the transcript has no answer to this", http.StatusNotImplemented)
		return
	}
	u.asked[e]++
	if found := u.compare(e, r, string(body)); len(found) > 0 || err != nil {
		u.problems = append(u.problems, Failure{Line: e.Line, Request: e.Method + " " + e.Target, Differences: found, Answer: string(body)})
	}
	answer := transcript.Fill(e.Answer, u.captures)
	u.mu.Unlock()
	answerWith(w, e, answer)
}

func answerWith(w http.ResponseWriter, e *transcript.Exchange, answer string) {
	if strings.HasPrefix(strings.TrimSpace(answer), "{") || strings.HasPrefix(strings.TrimSpace(answer), "[") {
		w.Header().Set("Content-Type", "application/json")
	}
	for _, h := range e.Expect {
		w.Header().Set(h[0], h[1])
	}
	status, err := strconv.Atoi(e.Status)
	if err != nil || status < 100 || status > 999 {
		status = http.StatusInternalServerError
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, strings.TrimSuffix(answer, "\n")) // the site hears or does not
}

func (u *upstream) find(r *http.Request) (last *transcript.Exchange) {
	for _, e := range u.answers {
		if e.Method != r.Method || transcript.Fill(e.Target, u.captures) != r.RequestURI {
			continue
		}
		if last = e; u.asked[e] == 0 {
			return e
		}
	}
	return last
}

// compare holds a request against what it must be.
func (u *upstream) compare(e *transcript.Exchange, r *http.Request, body string) []transcript.Difference {
	want := *e
	want.Status, want.Expect, want.Answer = "", e.Headers, e.Body
	return transcript.Check(&want, transcript.Answer{Header: r.Header, Body: body}, u.captures)
}

// failures are requests that were not as they must be, and those that never came.
func (u *upstream) failures(offset int) (all []Failure) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, f := range u.problems {
		f.Line, f.Request = offset+max(0, f.Line-1), "upstream "+f.Request
		all = append(all, f)
	}
	for _, e := range u.answers {
		if u.asked[e] == 0 {
			all = append(all, Failure{Line: offset + e.Line - 1, Request: "upstream " + e.Method + " " + e.Target, Differences: []transcript.Difference{{
				Says: "the site never asked for this",
			}}})
		}
	}
	return all
}
