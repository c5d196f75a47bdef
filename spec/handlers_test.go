package spec

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/examples/intake/applications"
	"github.com/quartet-dev/quartet/internal/transcript"
)

func init() {
	maps.Copy(handlers, applications.Studio{Today: time.Now}.Handlers())
}

// handlers are the ref keys that transcripts may use, beside those of the
// intake example.
var handlers = quartet.Handlers{
	"echo": func(_ context.Context, _ *quartet.Context, input map[string]any) (any, error) {
		return input, nil
	},
	"echo.context": func(_ context.Context, c *quartet.Context, _ map[string]any) (any, error) {
		return map[string]any{"user": c.User, "staff": c.Staff, "auth": c.Auth, "event": event(c.Event)}, nil
	},
	"allow": func(context.Context, *quartet.Context, map[string]any) (any, error) {
		return map[string]any{}, nil
	},
	"deny":        failing("AUTH_DENIED", "Not today."),
	"entitlement": failing("ENTITLEMENT_REQUIRED", "This needs a subscription."),
	"own-code":    failing("OUT_OF_TEA", "The tin is empty."),
	"conflict": func(context.Context, *quartet.Context, map[string]any) (any, error) {
		return nil, quartet.FailAt("CONFLICT", "/x", "Somebody was faster.")
	},
	"plain-error": func(context.Context, *quartet.Context, map[string]any) (any, error) {
		return nil, errors.New("password of the database is hunter2")
	},
	"panic": func(context.Context, *quartet.Context, map[string]any) (any, error) {
		panic("password of the database is hunter2")
	},
	"not-json": func(context.Context, *quartet.Context, map[string]any) (any, error) {
		return make(chan int), nil
	},
	"mutate": func(_ context.Context, _ *quartet.Context, input map[string]any) (any, error) {
		input["mutated"] = true
		return input, nil
	},
	"draft": func(ctx context.Context, c *quartet.Context, input map[string]any) (any, error) {
		collection, _ := input["collection"].(string)
		data, _ := input["data"].(map[string]any)
		return row(c.Service().Entries(collection).As(c.Caller()).CreateDraft(ctx, data))
	},
	"write-note": func(ctx context.Context, c *quartet.Context, input map[string]any) (any, error) {
		procedure, _ := input["procedure"].(string)
		return c.Service().Invoke(ctx, procedure, input["input"], quartet.CallOptions{Caller: c.Caller()})
	},
}

// handlersBeside are those whose files a site does not have itself.
func handlersBeside(dir string) quartet.Handlers {
	beside := maps.Clone(handlers)
	maps.DeleteFunc(beside, func(key string, _ quartet.Handler) bool {
		file, _, _ := strings.Cut(key, ".")
		_, err := os.Stat(filepath.Join(dir, "handlers", file+".ts"))
		return err == nil
	})
	return beside
}

func failing(code quartet.Code, message string) quartet.Handler {
	return func(context.Context, *quartet.Context, map[string]any) (any, error) {
		return nil, quartet.Fail(code, message)
	}
}

func event(e *quartet.Event) any {
	if e == nil {
		return nil
	}
	return map[string]any{"id": e.ID, "trigger": e.Trigger, "hook": string(e.Hook), "schema": e.Schema, "entry": e.Entry}
}

// mounted are routes of the program's own, a pattern of http.ServeMux a line.
func mounted(patterns string) (routes []quartet.Route) {
	for _, pattern := range transcript.Lines(patterns) {
		route := quartet.Route{Path: pattern, Handler: http.HandlerFunc(mirror)}
		if method, path, found := strings.Cut(pattern, " "); found {
			route.Method, route.Path = method, path
		}
		routes = append(routes, route)
	}
	return routes
}

// mirror answers with the status and the headers that the query names.
func mirror(w http.ResponseWriter, r *http.Request) {
	status := http.StatusOK
	for name, values := range r.URL.Query() {
		if name == "status" {
			status, _ = strconv.Atoi(values[0])
			continue
		}
		w.Header()[http.CanonicalHeaderKey(name)] = values
	}
	w.WriteHeader(status)
}
