package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// console is a slog.Handler for a person at a terminal: requests in one short
// line, everything else as its message and attributes.
type console struct {
	mu    *sync.Mutex
	w     io.Writer
	style style
	attrs []slog.Attr
}

func newConsole(w io.Writer) *console {
	return &console{mu: new(sync.Mutex), w: w, style: styleOf(w)}
}

// Enabled leaves debugging out.
func (c *console) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelInfo }

// WithAttrs gives a console that adds attrs to every record.
func (c *console) WithAttrs(attrs []slog.Attr) slog.Handler {
	more := *c
	more.attrs = append(more.attrs[:len(more.attrs):len(more.attrs)], attrs...)
	return &more
}

// WithGroup gives the same console: a person needs no groups.
func (c *console) WithGroup(string) slog.Handler { return c }

// Handle writes one record.
func (c *console) Handle(_ context.Context, r slog.Record) error {
	var line strings.Builder
	line.WriteString("  " + c.style.faint(r.Time.Format(time.TimeOnly)) + " ")
	attrs := c.attrs[:len(c.attrs):len(c.attrs)]
	r.Attrs(func(a slog.Attr) bool { attrs = append(attrs, a); return true })
	if r.Message == "request" {
		c.request(&line, attrs)
	} else {
		c.message(&line, r, attrs)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := fmt.Fprintln(c.w, line.String())
	return err
}

func (c *console) request(line *strings.Builder, attrs []slog.Attr) {
	said := make(map[string]string, len(attrs))
	for _, a := range attrs {
		said[a.Key] = a.Value.String()
	}
	status := said["status"]
	if status >= "400" {
		status = c.style.bad(status)
	}
	fmt.Fprintf(line, "%s %s %q %s", status, said["method"], said["path"], c.style.faint(said["duration"]))
}

// stackBegins is before the calls of a handler that failed, which dev shows by
// itself.
const stackBegins = "\n\tat "

func (c *console) message(line *strings.Builder, r slog.Record, attrs []slog.Attr) {
	level := ""
	if r.Level >= slog.LevelWarn {
		level = c.style.bad(strings.ToLower(r.Level.String())) + " "
	}
	fmt.Fprintf(line, "%s%s", level, r.Message)
	for _, a := range attrs {
		said, _, _ := strings.Cut(a.Value.String(), stackBegins)
		fmt.Fprintf(line, " %s=%s", c.style.faint(a.Key), said)
	}
}
