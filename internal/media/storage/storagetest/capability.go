package storagetest

import (
	"bytes"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

const maxTTL = 15 * time.Minute

func capability(t *testing.T, b storage.Bucket, p storage.Properties) storage.Capability {
	t.Helper()
	c, ok, err := b.Capability(t.Context(), key, p, maxTTL)
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		if _, receives := b.(storage.Receiver); !receives {
			t.Fatal("nothing can be uploaded: no capability, and no storage.Receiver")
		}
		return storage.Capability{}
	}
	return c
}

// upload is what a browser does with a capability.
func upload(t *testing.T, c storage.Capability, body []byte, change func(*http.Request)) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, c.URL, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range c.Headers {
		r.Header.Set(name, value)
	}
	change(r)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0 // the server, or the client itself, ended it
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode
}

func testCapability(t *testing.T, b storage.Bucket) {
	for _, known := range []bool{true, false} {
		want := content(300 << 10)
		p := announce(want)
		if !known {
			p.SHA256 = [32]byte{}
		}
		c := capability(t, b, p)
		if c.URL == "" {
			return
		}
		if status := upload(t, c, want, func(*http.Request) {}); status != http.StatusOK {
			t.Fatalf("status %d", status)
		}
		wantObject(t, b, key, want)
		if err := b.Delete(t.Context(), key); err != nil {
			t.Fatal(err)
		}
	}
}

func testCapabilityRefuses(t *testing.T, b storage.Bucket) {
	want := content(1000)
	c := capability(t, b, announce(want))
	if c.URL == "" {
		return
	}
	same := func(*http.Request) {}
	for name, body := range mismatches(len(want)) {
		if status := upload(t, c, body, same); status >= 200 && status < 300 {
			t.Errorf("%s: status %d", name, status)
		}
	}
	for name, change := range map[string]func(*http.Request){
		"another type": func(r *http.Request) { r.Header.Set("Content-Type", "text/html") },
		"no type":      func(r *http.Request) { r.Header.Del("Content-Type") },
		"another key":  func(r *http.Request) { r.URL.Path += "x" },
		"another verb": func(r *http.Request) { r.Method = http.MethodDelete },
		"no signature": func(r *http.Request) { r.URL.RawQuery = "" },
		"no checksum": func(r *http.Request) {
			for name := range r.Header {
				if name != "Content-Type" {
					r.Header.Del(name)
				}
			}
		},
	} {
		if status := upload(t, c, want, change); status >= 200 && status < 300 {
			t.Errorf("%s: status %d", name, status)
		}
	}
	wantNothing(t, b, key)
}
