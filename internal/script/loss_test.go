package script_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/script"
)

// codeOf is the code of a diagnostic in err's chain, "" for none.
func codeOf(err error) diag.Code {
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return d.Code
	}
	return ""
}

const waiting = `
const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
export const wait = async (input) => { await sleep(input.ms); return 'waited' }
`

// A process that ends in the middle of calls, or between two, costs the calls that
// it had and no other.
func TestAProcessThatIsLost(t *testing.T) {
	s := attacked(t, waiting, "wait")
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSEGV, syscall.SIGSTOP} {
		s.isWell()
		pid := workers(t)[0]
		began := make(chan struct{})
		var failed sync.WaitGroup
		for range 3 {
			failed.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
				defer cancel()
				began <- struct{}{}
				_, err := s.call(ctx, "wait", map[string]any{"ms": int64(60_000)})
				if f := script.FailureOf(err); codeOf(err) != diag.ResourceUnavailable && (f == nil || f.Bound != "stopped") {
					t.Errorf("%v: %v", signal, err)
				}
			})
			<-began
		}
		s.isWell() // so that most have a realm
		if err := syscall.Kill(pid, signal); err != nil {
			t.Fatal(err)
		}
		failed.Wait()
		s.isWell()
		if now := workers(t); len(now) != 1 || now[0] == pid {
			t.Errorf("%v: processes %v, the one that was lost %d", signal, now, pid)
		}
	}
}

// A process that ends again and again is started less and less often.
func TestProcessesThatEndAreNotStartedWithoutEnd(t *testing.T) {
	s := attacked(t, "")
	began, ended := time.Now(), 0
	for time.Since(began) < time.Second {
		_, _ = s.call(t.Context(), "well", nil) // its process may end meanwhile
		if pids := workers(t); len(pids) == 1 && syscall.Kill(pids[0], syscall.SIGKILL) == nil {
			ended++
		}
	}
	if ended > 8 { // 0, 0.1, 0.2, 0.4, 0.8 seconds between them
		t.Errorf("%d processes in a second", ended)
	}
}

// Close ends the process, the calls that it has, and all that looks after them.
func TestCloseLeavesNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	s := attacked(t, waiting, "wait")
	var calls sync.WaitGroup
	for range 10 {
		calls.Go(func() {
			if _, err := s.call(t.Context(), "wait", map[string]any{"ms": int64(60_000)}); codeOf(err) != diag.ResourceUnavailable {
				t.Error(err)
			}
		})
	}
	s.isWell()
	s.Close()
	calls.Wait()
	if left := workers(t); len(left) != 0 {
		t.Errorf("processes that are left: %v", left)
	}
	if _, err := s.call(t.Context(), "well", nil); codeOf(err) != diag.ResourceUnavailable {
		t.Error(err)
	}
	for range 100 {
		if runtime.NumGoroutine() <= before+1 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	all := make([]byte, 1<<20)
	t.Errorf("goroutines before and after: %d, %d\n%s", before, runtime.NumGoroutine(), all[:runtime.Stack(all, true)])
}

// More calls than can run wait; more than can wait are refused, and the ones before
// are answered.
func TestAFloodOfCalls(t *testing.T) {
	s := attacked(t, waiting, "wait")
	var calls sync.WaitGroup
	var answered, refused, other atomic.Int64
	for range 500 {
		calls.Go(func() {
			_, err := s.call(t.Context(), "wait", map[string]any{"ms": int64(200)})
			switch {
			case err == nil:
				answered.Add(1)
			case codeOf(err) == diag.ResourceUnavailable:
				refused.Add(1)
			default:
				other.Add(1)
				t.Log(err)
			}
		})
	}
	calls.Wait()
	s.isWell()
	if answered.Load() < 64+256 || refused.Load() == 0 || other.Load() > 0 {
		t.Errorf("%d answered, %d refused, %d failed", answered.Load(), refused.Load(), other.Load())
	}
}

func TestTheSignalIsAbortedAtTheDeadline(t *testing.T) {
	var told atomic.Value
	s := site{t, openWith(t, `export const wait = (_, ctx) => new Promise((done) => {
		ctx.signal.addEventListener('abort', () => ctx.log.info(ctx.signal.reason.name))
		setTimeout(done, 1e6)
	})`+well, func(o *script.Options) {
		o.Operations = map[string]script.Operation{"sleep": sleep, "log": func(_ context.Context, _ *content.Call, payload string, _ []byte) (any, []byte, error) {
			told.Store(payload)
			return nil, nil, nil
		}}
	}, "wait", "well")}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err := s.call(ctx, "wait", nil)
	if f := script.FailureOf(err); f == nil || f.Bound != "stopped" {
		t.Error(err)
	}
	if got := fmt.Sprint(told.Load()); got != `{"level":"info","message":"AbortError"}` {
		t.Error(got)
	}
	s.isWell()
}
