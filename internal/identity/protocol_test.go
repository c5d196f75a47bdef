package identity

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/quartet-dev/quartet/internal/oauth"
)

// What a client does wrong is told to the client; the log is for what goes wrong
// here.
func TestRefusalsOfClientsAreNotLogged(t *testing.T) {
	for name, test := range map[string]struct {
		err    error
		status int
		logged bool
	}{
		"a wrong token":    {&oauth.Error{Code: oauth.InvalidToken, Status: http.StatusUnauthorized}, http.StatusUnauthorized, false},
		"a wrong code":     {&oauth.Error{Code: oauth.InvalidGrant, Status: http.StatusBadRequest}, http.StatusBadRequest, false},
		"a fault of ours":  {errors.New("disk full"), http.StatusInternalServerError, true},
		"a fault of oauth": {&oauth.Error{Code: oauth.ServerError, Status: http.StatusInternalServerError}, http.StatusInternalServerError, true},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			before := slog.Default()
			slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
			t.Cleanup(func() { slog.SetDefault(before) })

			w := httptest.NewRecorder()
			new(Surface).failClient(w, httptest.NewRequest(http.MethodPost, "/api/auth/oauth2/token", nil), test.err)
			if w.Code != test.status {
				t.Errorf("status %d, want %d", w.Code, test.status)
			}
			if logged := log.Len() > 0; logged != test.logged {
				t.Errorf("logged %q", log.String())
			}
		})
	}
}
