package traces

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestErrorsAreOneLineAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		c := &errorLog{log: slog.New(slog.NewTextHandler(&out, nil))}
		for range 121 {
			c.Handle(errors.New("down " + strings.Repeat("é", 1000)))
			time.Sleep(time.Second)
		}
		lines := strings.SplitAfter(strings.TrimSpace(out.String()), "\n")
		if len(lines) != 3 || !strings.Contains(lines[1], "alike=59") {
			t.Errorf("%d lines in two minutes: %s", len(lines), out.String())
		}
		if len(lines[0]) > 2*maxErrorText {
			t.Errorf("a line of %d bytes", len(lines[0]))
		}
	})
}
