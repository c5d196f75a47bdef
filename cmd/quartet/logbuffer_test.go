package main

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// writes records each write as one string.
type writes []string

func (w *writes) Write(p []byte) (int, error) {
	*w = append(*w, string(p))
	return len(p), nil
}

func TestLogBuffer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out writes
		b := &logBuffer{w: &out}
		for i := range 3 {
			fmt.Fprintln(b, "burst", i)
		}
		if got := strings.Join(out, "|"); got != "burst 0\n" {
			t.Errorf("at once: %q", got)
		}
		time.Sleep(holdTime)
		synctest.Wait()
		if got := strings.Join(out, "|"); got != "burst 0\n|burst 1\nburst 2\n" {
			t.Errorf("after holdTime: %q", got)
		}
		out = nil
		for range 2*holdBytes/64 + 1 {
			fmt.Fprintln(b, strings.Repeat("x", 63))
		}
		if len(out) != 2 {
			t.Errorf("%d writes for a long burst, want 2", len(out))
		}
		if err := b.Flush(); err != nil || len(strings.Join(out, "")) != 2*holdBytes+64 {
			t.Errorf("lines were lost (%v)", err)
		}
		time.Sleep(holdTime)
		synctest.Wait()
	})
}
