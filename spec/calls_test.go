package spec

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/transcript"
)

// call is a verb for calls in process.
type call func(ctx context.Context, s *site, caller quartet.Caller, target string, body map[string]any) (any, error)

var calls = map[string]call{
	"VIEW": func(ctx context.Context, s *site, caller quartet.Caller, target string, body map[string]any) (any, error) {
		o := quartet.ViewOptions{Caller: caller}
		o.Params, _ = body["params"].(map[string]any)
		page, _ := body["page"].(float64)
		show, _ := body["show"].(float64)
		o.Page, o.Show = int64(page), int(show)
		o.Cursor, _ = body["cursor"].(string)
		return s.service.View(ctx, target, o)
	},
	"CALL": func(ctx context.Context, s *site, caller quartet.Caller, target string, body map[string]any) (any, error) {
		return s.service.Invoke(ctx, target, body, quartet.CallOptions{Caller: caller})
	},
	"DRAFT": func(ctx context.Context, s *site, caller quartet.Caller, target string, body map[string]any) (any, error) {
		return row(s.service.Entries(target).As(caller).CreateDraft(ctx, body))
	},
	"GET-ENTRY": func(ctx context.Context, s *site, _ quartet.Caller, target string, _ map[string]any) (any, error) {
		collection, id, _ := strings.Cut(target, "/")
		return row(s.service.Entries(collection).Get(ctx, id))
	},
	"DELETE-ENTRY": func(ctx context.Context, s *site, caller quartet.Caller, target string, _ map[string]any) (any, error) {
		collection, id, _ := strings.Cut(target, "/")
		return nil, s.service.Entries(collection).As(caller).Delete(ctx, id)
	},
	"DEFERRED": func(ctx context.Context, s *site, _ quartet.Caller, target string, _ map[string]any) (any, error) {
		return s.service.Deferred().List(ctx, quartet.DeferredQuery{State: quartet.DeferredState(target)})
	},
	"REPLAY": func(ctx context.Context, s *site, _ quartet.Caller, target string, _ map[string]any) (any, error) {
		return nil, s.service.Deferred().Replay(ctx, target)
	},
	"WAIT": func(ctx context.Context, s *site, _ quartet.Caller, target string, _ map[string]any) (any, error) {
		ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		for ; ; time.Sleep(2 * time.Millisecond) {
			items, err := s.service.Deferred().List(ctx, quartet.DeferredQuery{State: quartet.DeferredPending})
			if err != nil || len(items) == 0 || slices.ContainsFunc(items, waitsAfter(target)) {
				return nil, err
			}
		}
	},
	"SITE": func(_ context.Context, s *site, _ quartet.Caller, _ string, _ map[string]any) (any, error) {
		return shapeOf(s.service.Site()), nil
	},
	"CHANGE-SITE": func(ctx context.Context, s *site, _ quartet.Caller, _ string, body map[string]any) (any, error) {
		return nil, s.service.ChangeSite(ctx, texts(body))
	},
	"STORED": func(ctx context.Context, s *site, _ quartet.Caller, _ string, _ map[string]any) (any, error) {
		return s.database.SiteConfig(ctx)
	},
	"STORE": func(ctx context.Context, s *site, _ quartet.Caller, _ string, body map[string]any) (any, error) {
		return nil, s.store(ctx, body)
	},
	"SEED": func(ctx context.Context, s *site, _ quartet.Caller, target string, _ map[string]any) (any, error) {
		s.overwrite(target)
		return s.service.Seed(ctx, nil)
	},
	"RESTART": func(_ context.Context, s *site, _ quartet.Caller, target string, _ map[string]any) (any, error) {
		s.stop()
		s.overwrite(target)
		return nil, s.start()
	},
}

// waitsAfter matches an event whose next Trigger, the one named, was tried in vain.
func waitsAfter(trigger string) func(quartet.DeferredItem) bool {
	return func(item quartet.DeferredItem) bool {
		return item.Triggers[0] == trigger && item.Tries > 0 && !item.Running
	}
}

func row(e *quartet.Entry, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return e.Row(), nil
}

// inProcess makes a call on the service itself and answers in the envelope and
// with the status that HTTP would.
func (s *site) inProcess(t *testing.T, run call, e *transcript.Exchange, captures map[string]string) transcript.Answer {
	t.Helper()
	data, err := run(context.Background(), s, caller(t, e), transcript.Fill(e.Target, captures), s.body(t, e, captures))
	if err == nil {
		return transcript.Answer{Status: "200", Body: transcript.Encode(map[string]any{"ok": true, "data": data})}
	}
	if all := several(err); all != nil {
		return transcript.Answer{Status: "refused", Body: listed(all)}
	}
	var d *quartet.Diagnostic
	if !errors.As(err, &d) {
		t.Fatalf("line %d: %v is no diagnostic", e.Line, err)
	}
	return transcript.Answer{Status: strconv.Itoa(d.Status()), Body: transcript.Encode(map[string]any{"ok": false, "diagnostic": d})}
}

// body is the object that a call in process is given.
func (s *site) body(t *testing.T, e *transcript.Exchange, captures map[string]string) (body map[string]any) {
	t.Helper()
	if e.Body == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(transcript.Fill(e.Body, captures)), &body); err != nil {
		t.Fatalf("line %d: %v", e.Line, err)
	}
	return body
}

// several are the diagnostics of a start or of seeds that were refused; nil for
// any other error.
func several(err error) quartet.Diagnostics {
	var boot *quartet.BootValidationError
	if errors.As(err, &boot) {
		return boot.Diagnostics
	}
	var list quartet.Diagnostics
	errors.As(err, &list)
	return list
}

// caller reads `As: user u1`, `As: staff editor u1` or `As: api-key k1 scopes…`.
func caller(t *testing.T, e *transcript.Exchange) quartet.Caller {
	t.Helper()
	for _, h := range e.Headers {
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
		t.Fatalf("line %d: %s: %s says nothing", e.Line, h[0], h[1])
	}
	return quartet.Caller{}
}

func signedIn(id string) quartet.Caller {
	return quartet.Caller{
		User: &quartet.User{ID: id},
		Auth: &quartet.Auth{Credential: "session", CredentialID: "session-" + id, Scopes: []string{}},
	}
}
