package quartet_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"testing/fstest"

	"github.com/quartet-dev/quartet"
)

func TestMain(m *testing.M) {
	_ = os.Unsetenv("DATABASE_URL") // the developer's own is none of the tests' business
	m.Run()
}

// folder makes a site folder out of names and texts.
func folder(files map[string]string) fstest.MapFS {
	site := make(fstest.MapFS)
	for name, text := range files {
		site[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return site
}

// start opens the guest book, with more files when there are some, on a
// database of its own.
func start(t *testing.T, o quartet.Options, more map[string]string) *quartet.Service {
	t.Helper()
	s, err := tryStart(t, o, more)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func tryStart(t *testing.T, o quartet.Options, more map[string]string) (*quartet.Service, error) {
	t.Helper()
	files := map[string]string{"manifests/guest-book.yaml": guestBook}
	for name, text := range more {
		files[name] = text
	}
	o.FS = folder(files)
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	if o.Handlers == nil {
		o.Handlers = quartet.Handlers{"words.count": quartet.Handle(countWords)}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return quartet.Open(context.Background(), o)
}

func get(t *testing.T, handler http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
	return answer
}
