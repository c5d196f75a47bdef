package unfurl

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/script/fetch"
)

// endless answers with a head, and then with nothing until nobody waits any more. It
// tells of each request.
func endless(t *testing.T) (reader *Reader, address string, asked chan struct{}) {
	t.Helper()
	asked = make(chan struct{}, 2*readers)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<title>T</title></head>"))
		_ = http.NewResponseController(w).Flush()
		asked <- struct{}{}
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	at, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return New(fetch.New(fetch.Options{AllowHosts: []string{at.Host}})), server.URL, asked
}

func TestAPageThatNeverEndsIsLeft(t *testing.T) {
	reader, address, _ := endless(t)
	reader.patience = 20 * time.Millisecond
	if page, ok := reader.Read(t.Context(), address); ok {
		t.Errorf("%+v", page)
	}
}

func TestFewPagesAreReadAtTheSameTime(t *testing.T) {
	reader, address, asked := endless(t)
	ctx, leave := context.WithCancel(t.Context())
	done := make(chan bool)
	for range readers {
		go func() {
			_, ok := reader.Read(ctx, address)
			done <- ok
		}()
		<-asked
	}
	reader.patience = time.Millisecond
	if _, ok := reader.Read(ctx, address); ok || len(asked) > 0 {
		t.Errorf("one more is read: %t, %d requests", ok, len(asked))
	}
	leave()
	for range readers {
		<-done
	}
}
