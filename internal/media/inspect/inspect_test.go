package inspect_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media/inspect"
	"github.com/quartet-dev/quartet/internal/media/inspect/inspecttest"
)

func TestHostileFilesAreRefusedOrHarmless(t *testing.T) {
	cases := inspecttest.Hostile()
	if len(cases) < 100 {
		t.Fatalf("%d hostile files, want at least 100", len(cases))
	}
	try(t, cases)
}

func TestWholeFilesAreAccepted(t *testing.T) { try(t, inspecttest.Honest()) }

func try(t *testing.T, cases []inspecttest.Case) {
	t.Helper()
	seen := map[string]bool{}
	for _, c := range cases {
		if seen[c.Name] {
			t.Errorf("two cases are called %q", c.Name)
		}
		seen[c.Name] = true
		t.Run(c.Name, func(t *testing.T) { holds(t, c) })
	}
}

func holds(t *testing.T, c inspecttest.Case) {
	t.Helper()
	file := c.Bytes()
	got, err := inspect.File(t.Context(), bytes.NewReader(file), int64(len(file)), c.Declared)
	if c.Code != "" {
		if !diag.HasCode(err, c.Code) {
			t.Fatalf("accepted as %+v with the error %v, want %s", got, err, c.Code)
		}
		return
	}
	want := inspect.Finding{MimeType: inspect.Canonical(c.Declared), Width: c.Width, Height: c.Height}
	if err != nil || got != want {
		t.Fatalf("got %+v and the error %v, want %+v", got, err, want)
	}
}

// What one file may make the program hold at a time, and allocate from first to last.
const (
	maxHeld      = 2 << 20
	maxAllocated = 64 << 20
)

func TestMemoryIsBoundedWhateverAFileSays(t *testing.T) {
	for _, c := range inspecttest.Hostile() {
		t.Run(c.Name, func(t *testing.T) {
			file := c.Bytes()
			w := &weighed{Reader: bytes.NewReader(file)}
			var before, after runtime.MemStats
			w.start = live()
			runtime.ReadMemStats(&before)
			_, _ = inspect.File(t.Context(), w, int64(len(file)), c.Declared)
			runtime.ReadMemStats(&after)
			w.weigh()
			if n := after.TotalAlloc - before.TotalAlloc; w.most > maxHeld || n > maxAllocated {
				t.Errorf("%d bytes were held, want at most %d; %d were allocated, want at most %d", w.most, maxHeld, n, maxAllocated)
			}
		})
	}
}

// weighed is a file that looks at some reads how much more memory is in use than
// at the start.
type weighed struct {
	*bytes.Reader
	start, most int64
	reads       int
}

func (w *weighed) Read(p []byte) (int, error) {
	if w.reads++; w.reads%8 == 0 { // it costs a garbage collection
		w.weigh()
	}
	return w.Reader.Read(p)
}

func (w *weighed) weigh() { w.most = max(w.most, live()-w.start) }

// live is how much memory is in use. Nothing runs beside it.
func live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// metered counts what is read of a file.
type metered struct {
	*bytes.Reader
	n int64
}

func (m *metered) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	m.n += int64(n)
	return n, err
}

func TestAFileIsReadAFewTimesWhateverItSays(t *testing.T) {
	for _, c := range inspecttest.Hostile() {
		file := c.Bytes()
		m := &metered{Reader: bytes.NewReader(file)}
		_, _ = inspect.File(t.Context(), m, int64(len(file)), c.Declared)
		if limit := int64(4*len(file) + 256<<10); m.n > limit {
			t.Errorf("%s: %d bytes were read of a file of %d, want at most %d", c.Name, m.n, len(file), limit)
		}
	}
}

func TestEveryHonestFileIsRefusedWhenItIsCut(t *testing.T) {
	lenient := map[string]bool{"audio/mpeg": true, "audio/flac": true} // they have no end
	for _, c := range inspecttest.Honest() {
		mime := inspect.Canonical(c.Declared)
		if lenient[mime] || strings.HasPrefix(mime, "text/") || strings.Contains(c.Name, "recorder") || strings.Contains(c.Name, "gain map") {
			continue
		}
		file := bytes.TrimRight(c.Bytes(), "\x00\r\n\t ")
		for _, n := range []int{len(file) / 2, len(file) - 2, len(file) - 1} {
			if _, err := inspect.File(t.Context(), bytes.NewReader(file[:n]), int64(n), c.Declared); err == nil {
				t.Errorf("%s: %d of %d bytes are accepted", c.Name, n, len(file))
			}
		}
	}
}

func TestAFileThatIsShorterThanAnnouncedIsRefused(t *testing.T) {
	for _, c := range inspecttest.Honest() {
		file := c.Bytes()
		_, err := inspect.File(t.Context(), bytes.NewReader(file), int64(len(file))+100_000, c.Declared)
		if !diag.HasCode(err, diag.MediaMimeRejected) {
			t.Errorf("%s: %v, want %s", c.Name, err, diag.MediaMimeRejected)
		}
	}
}

// failing is a store that stops to answer after some bytes.
type failing struct {
	*bytes.Reader
	left int
	err  error
}

func (f *failing) Read(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, f.err
	}
	return f.Reader.Read(p)
}

func TestAFaultOfTheStoreIsNoVerdict(t *testing.T) {
	fault := errors.New("the store does not answer")
	for _, c := range inspecttest.Honest() {
		_, err := inspect.File(t.Context(), &failing{bytes.NewReader(c.Bytes()), 0, fault}, int64(len(c.Bytes())), c.Declared)
		var d *diag.Diagnostic
		if !errors.Is(err, fault) || errors.As(err, &d) {
			t.Errorf("%s: %v, want the fault itself", c.Name, err)
		}
	}
}

var _ io.ReadSeeker = (*failing)(nil)
