package e2e_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/quartet-dev/quartet/internal/media/inspect"
	"github.com/quartet-dev/quartet/internal/media/inspect/inspecttest"
)

// What the process may take, in KiB: beyond what it had before, for files that are
// refused, and in all, for the largest pictures that are not.
const (
	mostForHostile = 64 << 10
	mostForLargest = 256 << 10
)

// Every file of the corpus of hostile and honest ones is refused with its code or
// harmless as it is served.
func TestHostileFiles(t *testing.T) {
	t.Parallel()
	s, dir := folder(t, mediaSite(), "pictures")
	s.serve(t, "pictures", dir, nil)
	e := signIn(t, s)
	if _, code, err := e.upload("text/plain", []byte("the first")); err != nil || code != "" {
		t.Fatal(code, err)
	}
	before := s.resident(t)
	s.forgetPeak(t)
	for _, c := range inspecttest.Hostile() {
		e.wantVerdict(t, c)
	}
	if beyond := s.peak(t) - before; beyond > mostForHostile {
		t.Errorf("%d KiB beyond the %d of before", beyond, before)
	} else {
		t.Logf("%d KiB, at most %d more for %d hostile files", before, beyond, len(inspecttest.Hostile()))
	}
	for _, c := range inspecttest.Honest() {
		e.wantVerdict(t, c)
	}
}

func (e editor) wantVerdict(t *testing.T, c inspecttest.Case) {
	t.Helper()
	body := c.Bytes()
	want := string(c.Code)
	if len(body) == 0 { // it is refused before its bytes come
		want = "INPUT_VALIDATION_FAILED"
	}
	if inspect.Extension(c.Declared) == "" {
		want = "MEDIA_MIME_REJECTED"
	}
	a, code, err := e.upload(c.Declared, body)
	if code != want || err != nil {
		t.Errorf("%s: %q, %v; want %q", c.Name, code, err, want)
		return
	}
	if code != "" {
		return
	}
	answer, err := http.Get(e.site.url + a.Variants[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	served, err := io.ReadAll(answer.Body)
	h := answer.Header
	attached := strings.HasPrefix(h.Get("Content-Disposition"), "attachment")
	if !bytes.Equal(served, body) || err != nil || h.Get("Content-Type") != inspect.Canonical(c.Declared) || h.Get("Content-Security-Policy") != "sandbox" ||
		h.Get("X-Content-Type-Options") != "nosniff" || attached == inspect.Inline(c.Declared) {
		t.Errorf("%s: %d bytes of %d, %v, %v", c.Name, len(served), len(body), err, h)
	}
}

// The largest pictures that are accepted, and all renditions of them at once.
func TestTheLargestPictures(t *testing.T) {
	t.Parallel()
	s, dir := folder(t, mediaSite(), "pictures")
	s.serve(t, "pictures", dir, nil)
	e := signIn(t, s)
	for _, picture := range []struct {
		mime string
		body func(*testing.T) []byte
	}{{"image/jpeg", largestJPEG}, {"image/png", largestPNG}} {
		s.forgetPeak(t)
		a, code, err := e.upload(picture.mime, picture.body(t))
		if code != "" || err != nil || len(a.Renditions) == 0 {
			t.Fatalf("%s: %q, %v, %d renditions", picture.mime, code, err, len(a.Renditions))
		}
		var all sync.WaitGroup
		for _, r := range a.Renditions {
			all.Go(func() {
				answer, err := http.Get(s.url + r.URL)
				if err != nil {
					t.Error(err)
					return
				}
				defer answer.Body.Close()
				if n, err := io.Copy(io.Discard, answer.Body); err != nil || n == 0 || !strings.Contains(answer.Header.Get("Cache-Control"), "immutable") {
					t.Errorf("%s: %d bytes, %v, %v", r.URL, n, err, answer.Header)
				}
			})
		}
		all.Wait()
		if peak := s.peak(t); peak > mostForLargest {
			t.Errorf("%s: %d KiB", picture.mime, peak)
		} else {
			t.Logf("%s: at most %d KiB for %d renditions", picture.mime, peak, len(a.Renditions))
		}
	}
}

// The sides of a picture of just under 50 megapixels.
const largeWidth, largeHeight = 8660, 5773

func largestJPEG(t *testing.T) []byte {
	t.Helper()
	picture := image.NewYCbCr(image.Rect(0, 0, largeWidth, largeHeight), image.YCbCrSubsampleRatio444)
	for i := range picture.Y {
		picture.Y[i], picture.Cb[i], picture.Cr[i] = byte(i/311), byte(i/97), byte(i>>9)
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func largestPNG(t *testing.T) []byte {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, largeWidth, largeHeight))
	for i := range picture.Pix {
		picture.Pix[i] = byte(i / 311)
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// peak is the most memory that a site has had in RAM, in KiB, since forgetPeak.
func (s *site) peak(t testing.TB) int {
	t.Helper()
	return s.memory(t, "VmHWM:")
}

func (s *site) forgetPeak(t testing.TB) {
	t.Helper()
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.process.Pid), []byte("5"), 0); err != nil {
		t.Fatal(err)
	}
}

// memory is a line of what the system says of a site's memory, in KiB.
func (s *site) memory(t testing.TB, line string) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(status[strings.Index(string(status), line):]))
	size, err := strconv.Atoi(fields[1])
	if err != nil {
		t.Fatal(err)
	}
	return size
}
