package sitetest

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/transcript"
)

// verb is what a transcript does beside sending requests.
type verb struct {
	takes string // what stands behind it; "" for nothing
	do    func(ctx context.Context, s *scratch, e *transcript.Exchange) (transcript.Answer, error)
}

var verbs = map[string]verb{
	"CALL":   {"the name of a Procedure", call},
	"VIEW":   {"the name of a View", view},
	"MAIL":   {"an email address", readMail},
	"WAIT":   {"", wait},
	"REPLAY": {"", replayHooks},
}

// How long a transcript waits for what the site does by itself.
const (
	waitTimeout = 20 * time.Second
	mailTimeout = 5 * time.Second
	waitStep    = 2 * time.Millisecond
)

// do sends a request or does what a verb says.
func (s *scratch) do(ctx context.Context, e *transcript.Exchange) (transcript.Answer, error) {
	if v, ok := verbs[e.Method]; ok {
		switch isBare := strings.TrimSpace(e.Target) == ""; {
		case isBare && v.takes != "":
			return transcript.Answer{}, fmt.Errorf("%s needs %s behind it", e.Method, v.takes)
		case !isBare && v.takes == "":
			return transcript.Answer{}, fmt.Errorf("%s takes nothing behind it, and %q stands there", e.Method, e.Target)
		}
		return v.do(ctx, s, e)
	}
	if !slices.Contains(transcript.Methods, e.Method) {
		return transcript.Answer{}, fmt.Errorf("%s is no method, and no verb; the verbs are %s", e.Method, strings.Join(slices.Sorted(maps.Keys(verbs)), ", "))
	}
	if !strings.HasPrefix(e.Target, "/") && !strings.HasPrefix(e.Target, "{{") {
		return transcript.Answer{}, fmt.Errorf("%q is no path; one begins with a slash", e.Target)
	}
	_, got, err := s.client.Send(ctx, e, s.captures)
	return got, err
}

// call calls a Procedure in process, with or without a Trigger.
func call(ctx context.Context, s *scratch, e *transcript.Exchange) (transcript.Answer, error) {
	caller, body, err := s.inProcess(ctx, e)
	if err != nil {
		return transcript.Answer{}, err
	}
	result, err := s.app.Invoke(ctx, caller, transcript.Fill(e.Target, s.captures), body)
	return s.envelope(ctx, result, err), nil
}

// view reads a View in process: one for staff for them alone, as the Admin application
// and its agents do.
func view(ctx context.Context, s *scratch, e *transcript.Exchange) (transcript.Answer, error) {
	caller, body, err := s.inProcess(ctx, e)
	if err != nil {
		return transcript.Answer{}, err
	}
	v := s.app.Plan().View(e.Target)
	if v == nil {
		return s.envelope(ctx, nil, diag.At(diag.NotFound, "", "There is no View of this name.")), nil
	}
	if v.Surface() == plan.Staff {
		if err := caller.NeedRole(principal.Contributor); err != nil {
			return s.envelope(ctx, nil, err), nil
		}
	}
	asked := content.ViewCall{View: v}
	asked.Params, _ = body["params"].(map[string]any)
	asked.Cursor, _ = body["cursor"].(string)
	if page, ok := body["page"].(float64); ok {
		asked.Page = int64(page)
	}
	if show, ok := body["show"].(float64); ok {
		asked.Show = &show
	}
	page, err := s.app.Content().ExecuteView(ctx, caller, asked, []byte(content.PageStart))
	if err != nil {
		return s.envelope(ctx, nil, err), nil
	}
	return s.envelope(ctx, json.RawMessage(page.Object()), nil), nil
}

// inProcess is who calls, and with what. Credentials are checked as those of a request.
func (s *scratch) inProcess(ctx context.Context, e *transcript.Exchange) (caller content.Caller, body map[string]any, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.client.Origin+"/", http.NoBody)
	if err != nil {
		return caller, nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	for _, h := range e.Headers {
		if h[0] != "As" {
			return caller, nil, fmt.Errorf("%s takes no header but As", e.Method)
		}
		cookies, err := s.as(r, transcript.Fill(h[1], s.captures))
		if err != nil {
			return caller, nil, err
		}
		cookies.Send(r)
	}
	if text := transcript.Fill(e.Body, s.captures); strings.TrimSpace(text) != "" {
		if err := json.Unmarshal([]byte(text), &body); err != nil {
			return caller, nil, fmt.Errorf("the body is no object: %w", err)
		}
	}
	caller, err = s.app.Caller(unread{}, r)
	return caller, body, err
}

// unread is a ResponseWriter whose answer nobody reads.
type unread struct{}

func (unread) Header() http.Header            { return http.Header{} }
func (unread) Write(text []byte) (int, error) { return len(text), nil }
func (unread) WriteHeader(int)                {}

// envelope is the answer that HTTP would give.
func (s *scratch) envelope(ctx context.Context, data any, err error) transcript.Answer {
	if err != nil {
		body, status := httpx.Failure(ctx, slog.New(s.log.handler()), "", err)
		return transcript.Answer{Status: strconv.Itoa(status), Body: string(body)}
	}
	return transcript.Answer{Status: "200", Body: transcript.Encode(map[string]any{"ok": true, "data": data})}
}

// wait waits until no deferred hook is left to run. A hook that has failed and waits for
// another try, or is dead, is the answer.
func wait(ctx context.Context, s *scratch, _ *transcript.Exchange) (transcript.Answer, error) {
	until := time.Now().Add(waitTimeout)
	for ; ; time.Sleep(waitStep) {
		pending, err := s.app.Deferred().List(ctx, queue.Query{State: queue.Pending})
		if err != nil {
			return transcript.Answer{}, err
		}
		if !slices.ContainsFunc(pending, isUnderWay) {
			dead, err := s.app.Deferred().List(ctx, queue.Query{State: queue.Dead})
			return hooks(slices.Concat(pending, dead)), err
		}
		if time.Now().After(until) {
			return transcript.Answer{}, fmt.Errorf("after %s, hooks are still under way: %s", waitTimeout, transcript.Encode(pending))
		}
	}
}

// isUnderWay reports whether a hook runs, or will at once.
func isUnderWay(i queue.Item) bool {
	return i.Running || i.Tries == 0 || i.Time <= time.Now().UnixMilli()
}

// hooks is the answer of WAIT: the hooks that have failed, and their diagnostics.
func hooks(failed []queue.Item) transcript.Answer {
	if len(failed) == 0 {
		return transcript.Answer{Status: "200", Body: `{"ok":true,"data":[]}`}
	}
	type hook struct {
		Trigger    string           `json:"trigger"`
		State      queue.State      `json:"state"`
		Tries      int              `json:"tries"`
		Diagnostic *diag.Diagnostic `json:"diagnostic,omitempty"`
	}
	list, status := []hook{}, http.StatusInternalServerError
	for _, i := range failed {
		list = append(list, hook{i.Triggers[0], i.State, i.Tries, i.Diagnostic})
	}
	if d := failed[0].Diagnostic; d != nil {
		status = d.Status()
	}
	return transcript.Answer{Status: strconv.Itoa(status), Body: transcript.Encode(map[string]any{"ok": false, "hooks": list})}
}

// replayHooks makes every hook that has failed due at once.
func replayHooks(ctx context.Context, s *scratch, _ *transcript.Exchange) (transcript.Answer, error) {
	total := 0
	for _, state := range []queue.State{queue.Pending, queue.Dead} {
		n, err := s.app.Deferred().ReplayAll(ctx, state)
		if err != nil {
			return transcript.Answer{}, err
		}
		total += n
	}
	return s.envelope(ctx, map[string]any{"replayed": total}, nil), nil
}

// readMail waits for the next message to an address: 404 where none comes.
func readMail(ctx context.Context, s *scratch, e *transcript.Exchange) (transcript.Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	m, came := s.mail.Next(ctx, transcript.Fill(e.Target, s.captures))
	if !came {
		return transcript.Answer{Status: "404", Body: "no message came within " + mailTimeout.String()}, nil
	}
	return transcript.Answer{Status: "200", Body: transcript.Encode(map[string]any{
		"subject": m.Subject, "text": m.Text, "code": m.Code(), "link": m.Link(),
	})}, nil
}
