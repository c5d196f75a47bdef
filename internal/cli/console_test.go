package cli

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

func TestTheConsoleIsShort(t *testing.T) {
	for name, test := range map[string]struct {
		log  func(*slog.Logger)
		want string
	}{
		"a request": {
			func(l *slog.Logger) {
				l.Info("request", "requestId", "x", "method", "GET", "path", "/a\nb", "status", 200, "duration", "2ms")
			},
			`200 GET "/a\nb" 2ms`,
		},
		"a warning":              {func(l *slog.Logger) { l.With("a", 1).Warn("Careful", "b", "c") }, "warn Careful a=1 b=c"},
		"nothing for developers": {func(l *slog.Logger) { l.Debug("detail") }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			test.log(slog.New(newConsole(&out)))
			_, got, _ := strings.Cut(strings.TrimSpace(out.String()), " ")
			if got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
