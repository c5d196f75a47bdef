package docs_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/quartet-dev/quartet"
)

// namedBlock is a block of code whose first line names its file.
var namedBlock = regexp.MustCompile("(?ms)^```\\w+\n(?:#|//) (\\S+)\n(.*?)^```")

// siteOf is the site that a page shows.
func siteOf(t *testing.T, page string) fstest.MapFS {
	t.Helper()
	site := fstest.MapFS{}
	for _, block := range namedBlock.FindAllStringSubmatch(read(t, page), -1) {
		site[block[1]] = &fstest.MapFile{Data: []byte(block[2])}
	}
	return site
}

// What the guide of webhooks says of its signature, which no transcript can make.
func TestTheWebhookOfTheGuide(t *testing.T) {
	const secret = "shared with the bank"
	t.Setenv("PAYMENTS_SECRET", secret)
	service, err := quartet.Open(t.Context(), quartet.Options{FS: siteOf(t, "handlers/webhook.md"), Database: "sqlite:" + t.TempDir() + "/test.db"})
	if err != nil {
		t.Fatal(err)
	}
	defer service.Close()
	signed := func(at time.Time, secret, body string) string {
		mac := hmac.New(sha256.New, []byte(secret))
		_, _ = fmt.Fprintf(mac, "%d.%s", at.Unix(), body) // a hash takes everything
		return fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(mac.Sum(nil)))
	}
	const body = `{ "id":"e1",  "type":"payment.done", "order":"o1", "cents":1250 }`
	now := time.Now()
	for _, test := range []struct {
		name, signature, body string
		want                  int
	}{
		{"as the bank signs it", signed(now, secret, body), body, http.StatusOK},
		{"again", signed(now.Add(time.Second), secret, body), body, http.StatusOK},
		{"another body", signed(now, secret, body), strings.Replace(body, "1250", "1", 1), http.StatusForbidden},
		{"written again", signed(now, secret, body), strings.ReplaceAll(body, "  ", " "), http.StatusForbidden},
		{"another secret", signed(now, "guessed", body), body, http.StatusForbidden},
		{"too old", signed(now.Add(-time.Hour), secret, body), body, http.StatusForbidden},
		{"no signature", "", body, http.StatusBadRequest},
	} {
		t.Run(test.name, func(t *testing.T) {
			request := httptest.NewRequest(http.MethodPost, "/api/hooks/bank", strings.NewReader(test.body))
			request.Header.Set("Content-Type", "application/json")
			if test.signature != "" {
				request.Header.Set("X-Bank-Signature", test.signature)
			}
			answer := httptest.NewRecorder()
			service.ServeHTTP(answer, request)
			if answer.Code != test.want {
				t.Errorf("%d %s, want %d", answer.Code, answer.Body, test.want)
			}
		})
	}
	page, err := service.View(t.Context(), "paid", quartet.ViewOptions{Caller: quartet.Caller{Service: true}})
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := quartet.Rows[map[string]any](page); err != nil || len(rows) != 1 || rows[0]["cents"] != 1250.0 {
		t.Errorf("%v %v", rows, err)
	}
}
