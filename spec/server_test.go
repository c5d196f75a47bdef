package spec

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet"
)

// site is a running service behind a real listener.
type site struct {
	service *quartet.Service
	address string
}

// open starts the site in dir and loads its seeds. It is closed with the test.
func open(t *testing.T, dir string) (*site, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	quiet := slog.New(slog.DiscardHandler)
	service, err := quartet.Open(ctx, quartet.Options{Dir: dir, Handlers: handlers, Logger: quiet})
	if err != nil {
		cancel()
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- quartet.Serve(ctx, service, quiet, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := errors.Join(<-served, service.Close()); err != nil {
			t.Error(err)
		}
	})
	if _, err := service.Seed(ctx, nil); err != nil {
		t.Fatalf("the seeds are refused: %v", err)
	}
	return &site{service, listener.Addr().String()}, nil
}

// refused compares why a site does not start with lines of `CODE path`.
func refused(t *testing.T, err error, want string) {
	t.Helper()
	var boot *quartet.BootValidationError
	if !errors.As(err, &boot) {
		t.Fatalf("the site starts, or fails otherwise: %v", err)
	}
	var got strings.Builder
	for _, d := range boot.Diagnostics {
		fmt.Fprintln(&got, strings.TrimSpace(string(d.Code)+" "+d.Path))
	}
	if strings.TrimSpace(got.String()) != strings.TrimSpace(want) {
		t.Errorf("refused with\n%swant\n%s", got.String(), want)
	}
}

func (s *site) do(t *testing.T, e *exchange, captures map[string]string) answer {
	t.Helper()
	if call, ok := calls[e.method]; ok {
		return s.inProcess(t, call, e, captures)
	}
	return s.overHTTP(t, e, captures)
}

func (s *site) overHTTP(t *testing.T, e *exchange, captures map[string]string) answer {
	t.Helper()
	body := strings.TrimSuffix(fill(e.body, captures), "\n")
	// Opaque keeps the target on the wire as it is written, tricks included.
	request, err := http.NewRequest(e.method, "http://"+s.address+"/", strings.NewReader(body))
	if err != nil {
		t.Fatalf("line %d: %v", e.line, err)
	}
	request.URL.Path, request.URL.RawQuery, _ = strings.Cut(fill(e.target, captures), "?")
	request.URL.Opaque = request.URL.Path
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for _, h := range e.headers {
		request.Header.Set(h[0], fill(h[1], captures))
	}
	client := http.Client{
		Timeout:       20 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatalf("line %d: %v", e.line, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("line %d: %v", e.line, err)
	}
	return answer{strconv.Itoa(response.StatusCode), response.Header, string(text)}
}

func canonical(name string) string { return http.CanonicalHeaderKey(name) }

// call is a verb for calls in process.
type call func(ctx context.Context, s *quartet.Service, caller quartet.Caller, target string, body map[string]any) (any, error)

var calls = map[string]call{
	"VIEW": func(ctx context.Context, s *quartet.Service, caller quartet.Caller, target string, body map[string]any) (any, error) {
		o := quartet.ViewOptions{Caller: caller}
		o.Params, _ = body["params"].(map[string]any)
		page, _ := body["page"].(float64)
		show, _ := body["show"].(float64)
		o.Page, o.Show = int64(page), int(show)
		o.Cursor, _ = body["cursor"].(string)
		return s.View(ctx, target, o)
	},
	"CALL": func(ctx context.Context, s *quartet.Service, caller quartet.Caller, target string, body map[string]any) (any, error) {
		return s.Invoke(ctx, target, body, quartet.CallOptions{Caller: caller})
	},
	"DRAFT": func(ctx context.Context, s *quartet.Service, caller quartet.Caller, target string, body map[string]any) (any, error) {
		return row(s.Entries(target).As(caller).CreateDraft(ctx, body))
	},
	"GET-ENTRY": func(ctx context.Context, s *quartet.Service, _ quartet.Caller, target string, _ map[string]any) (any, error) {
		collection, id, _ := strings.Cut(target, "/")
		return row(s.Entries(collection).Get(ctx, id))
	},
	"DELETE-ENTRY": func(ctx context.Context, s *quartet.Service, caller quartet.Caller, target string, _ map[string]any) (any, error) {
		collection, id, _ := strings.Cut(target, "/")
		return nil, s.Entries(collection).As(caller).Delete(ctx, id)
	},
	"DEFERRED": func(ctx context.Context, s *quartet.Service, _ quartet.Caller, target string, _ map[string]any) (any, error) {
		return s.Deferred().List(ctx, quartet.DeferredQuery{State: quartet.DeferredState(target)})
	},
	"REPLAY": func(ctx context.Context, s *quartet.Service, _ quartet.Caller, target string, _ map[string]any) (any, error) {
		return nil, s.Deferred().Replay(ctx, target)
	},
	"WAIT": func(ctx context.Context, s *quartet.Service, _ quartet.Caller, _ string, _ map[string]any) (any, error) {
		ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		for ; ; time.Sleep(2 * time.Millisecond) {
			items, err := s.Deferred().List(ctx, quartet.DeferredQuery{State: quartet.DeferredPending, Limit: 1})
			if err != nil || len(items) == 0 {
				return nil, err
			}
		}
	},
}

func row(e *quartet.Entry, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return e.Row(), nil
}

// inProcess makes a call on the service itself and answers in the envelope and
// with the status that HTTP would.
func (s *site) inProcess(t *testing.T, run call, e *exchange, captures map[string]string) answer {
	t.Helper()
	var body map[string]any
	if e.body != "" {
		if err := json.Unmarshal([]byte(fill(e.body, captures)), &body); err != nil {
			t.Fatalf("line %d: %v", e.line, err)
		}
	}
	data, err := run(context.Background(), s.service, caller(t, e), fill(e.target, captures), body)
	if err == nil {
		return answer{status: "200", body: encode(map[string]any{"ok": true, "data": data})}
	}
	var d *quartet.Diagnostic
	if !errors.As(err, &d) {
		t.Fatalf("line %d: %v is no diagnostic", e.line, err)
	}
	return answer{status: strconv.Itoa(d.Status()), body: encode(map[string]any{"ok": false, "diagnostic": d})}
}

// caller reads `As: user u1`, `As: staff editor u1` or `As: api-key k1 scopes…`.
func caller(t *testing.T, e *exchange) quartet.Caller {
	t.Helper()
	for _, h := range e.headers {
		words := strings.Fields(h[1])
		switch {
		case h[0] != "As" || len(words) < 2:
		case words[0] == "user":
			return signedIn(words[1])
		case words[0] == "staff" && len(words) == 3:
			c := signedIn(words[2])
			c.Staff = &quartet.Staff{ID: words[2], Role: words[1]}
			return c
		case words[0] == "api-key":
			return quartet.Caller{Auth: &quartet.Auth{Credential: "api-key", CredentialID: words[1], Scopes: words[2:]}}
		}
		t.Fatalf("line %d: %s: %s says nothing", e.line, h[0], h[1])
	}
	return quartet.Caller{}
}

func signedIn(id string) quartet.Caller {
	return quartet.Caller{
		User: &quartet.User{ID: id},
		Auth: &quartet.Auth{Credential: "session", CredentialID: "session-" + id, Scopes: []string{}},
	}
}
