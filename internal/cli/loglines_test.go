package cli

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestLogLinesAreThoseOfSlog compares each record, logged through both, byte
// for byte; plain tells which of them need not be left to slog.
func TestLogLinesAreThoseOfSlog(t *testing.T) {
	for name, test := range map[string]struct {
		level   slog.Level
		message string
		attrs   []slog.Attr
		plain   bool
	}{
		"a request": {slog.LevelInfo, "request", []slog.Attr{
			slog.String("requestId", "dc3935512a9e-h"), slog.String("method", "GET"), slog.String("path", "/api/views/post-facts"),
			slog.Int("status", 304), slog.Int64("bytes", 0), slog.Duration("duration", 105271), slog.String("remote", "127.0.0.1:41112"),
		}, true},
		"no attributes":               {slog.LevelInfo, "stopped", nil, true},
		"a negative number":           {slog.LevelInfo, "x", []slog.Attr{slog.Int("n", -7)}, true},
		"every plain character":       {slog.LevelInfo, "x", []slog.Attr{slog.String("s", plainCharacters())}, true},
		"an empty text":               {slog.LevelInfo, "", []slog.Attr{slog.String("s", "")}, true},
		"a quote in a path":           {slog.LevelInfo, "request", []slog.Attr{slog.String("path", `/a"b`)}, false},
		"a backslash":                 {slog.LevelInfo, "request", []slog.Attr{slog.String("path", `/a\b`)}, false},
		"a line break":                {slog.LevelInfo, "request", []slog.Attr{slog.String("path", "/a\nb")}, false},
		"DEL":                         {slog.LevelInfo, "request", []slog.Attr{slog.String("path", "/a\x7fb")}, false},
		"letters of another alphabet": {slog.LevelInfo, "茶", []slog.Attr{slog.String("path", "/茶")}, false},
		"no UTF-8":                    {slog.LevelInfo, "request", []slog.Attr{slog.String("path", "/\xff")}, false},
		"a key with a quote":          {slog.LevelInfo, "x", []slog.Attr{slog.Int(`a"b`, 1)}, false},
		"an empty key":                {slog.LevelInfo, "x", []slog.Attr{slog.Int("", 1)}, false},
		"another level":               {slog.LevelWarn, "x", []slog.Attr{slog.Int("n", 1)}, false},
		"an error":                    {slog.LevelError, "request failed", []slog.Attr{slog.Any("error", errors.New("no"))}, false},
		"a group":                     {slog.LevelInfo, "x", []slog.Attr{slog.Group("g", slog.Int("n", 1))}, false},
		"plain before what is not":    {slog.LevelInfo, "x", []slog.Attr{slog.Int("n", 1), slog.Bool("b", true), slog.Int("m", 1)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			for _, at := range []time.Time{{}, time.Now(), time.Date(2026, 11, 21, 10, 28, 17, 100, time.FixedZone("", 8*3600))} {
				r := slog.NewRecord(at, test.level, test.message, 0)
				r.AddAttrs(test.attrs...)
				if _, plain := appendRecord(nil, r); plain != (test.plain && !at.IsZero()) {
					t.Errorf("plain is %v", plain)
				}
				if diff := cmp.Diff(handled(t, func(b *logBuffer) slog.Handler { return slog.NewJSONHandler(b, nil) }, r),
					handled(t, func(b *logBuffer) slog.Handler { return newLogLines(b) }, r)); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func plainCharacters() string {
	var all []byte
	for c := byte(' '); c <= '~'; c++ {
		if c != '"' && c != '\\' {
			all = append(all, c)
		}
	}
	return string(all)
}

// handled is what a handler makes of a record.
func handled(t *testing.T, handler func(*logBuffer) slog.Handler, r slog.Record) string {
	t.Helper()
	var out bytes.Buffer
	b := &logBuffer{w: &out}
	if err := handler(b).Handle(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestAnErrorIsWrittenAtOnceBehindWhatWasBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out writes
		log := slog.New(newLogLines(&logBuffer{w: &out}))
		log.Info("alone")
		log.Info("held")
		log.With("part", "a").Info("held too")
		if got := out.take(); len(got) != 1 {
			t.Fatalf("%d writes, want that of the first line: %q", len(got), got)
		}
		log.Error("broken")
		got := out.take()
		if len(got) != 1 || bytes.Count([]byte(got[0]), []byte("\n")) != 3 {
			t.Errorf("want three lines in one write: %q", got)
		}
		time.Sleep(2 * holdTime) // the timer, which has nothing left to write, ends
	})
}

// BenchmarkAccessLine compares what writes the line of a request with the handler of
// the standard library.
func BenchmarkAccessLine(b *testing.B) {
	line := slog.NewRecord(time.Now(), slog.LevelInfo, "request", 0)
	line.AddAttrs(
		slog.String("requestId", "f4b85204acf1-1"), slog.String("method", "GET"), slog.String("path", "/api/views/by-slug"), slog.Int("status", 200),
		slog.Int64("bytes", 306), slog.Duration("duration", 180*time.Microsecond), slog.String("remote", "127.0.0.1:45678"),
	)
	for name, handler := range map[string]slog.Handler{
		"own": newLogLines(&logBuffer{w: io.Discard}), "standard": slog.NewJSONHandler(&logBuffer{w: io.Discard}, nil),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = handler.Handle(b.Context(), line)
			}
		})
	}
}
