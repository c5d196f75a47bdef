package e2e_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/quartet-dev/quartet/internal/media/inspect"
)

// mediaSite is a site that takes every type of file for one purpose.
func mediaSite() fstest.MapFS {
	slot, most := strings.Join(inspect.Types(), ","), ""
	for _, mime := range inspect.Types() {
		most += fmt.Sprintf("%q: 90000000, ", mime)
	}
	return fstest.MapFS{
		"pictures/quartet.yaml":        {Data: []byte("site: { media: { purposes: [{ name: any, required: [\"" + slot + "\"], maxBytes: { " + most + "} }] } }\n")},
		"pictures/manifests/site.yaml": {Data: []byte("{ apiVersion: quartet/v1, kind: Schema, metadata: { name: notes }, spec: { title: Notes, schema: { type: object, properties: { text: { type: string } } } } }\n")},
	}
}

// editor is a client of the Admin API.
type editor struct {
	site    *site
	browser *http.Client
}

// asset is what the tests read of an asset, or of a refusal.
type asset struct {
	ID         string
	Version    int
	Variants   []struct{ URL, MimeType string }
	Renditions []struct{ URL string }
	Diagnostic struct{ Code, Path string }
}

var codeInLetter = regexp.MustCompile(`\n {6}(\d{6})\n`)

// signIn signs the owner in, with the code from a letter.
func signIn(t testing.TB, s *site) editor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	e := editor{s, &http.Client{Jar: jar, Timeout: time.Minute}}
	if status, err := e.call(http.MethodPost, "/api/auth/email-otp/send-verification-otp", `{"email": "olga@tea.example", "type": "sign-in"}`, nil); err != nil || status != http.StatusOK {
		t.Fatal(status, err)
	}
	var code []byte
	s.wait(t, func() bool {
		letters, err := os.ReadFile(s.letters)
		found := codeInLetter.FindSubmatch(letters)
		if found != nil {
			code = found[1]
		}
		return err == nil && found != nil
	})
	if status, err := e.call(http.MethodPost, "/api/auth/sign-in/email-otp", `{"email": "olga@tea.example", "otp": "`+string(code)+`"}`, nil); err != nil || status != http.StatusOK {
		t.Fatal(status, err)
	}
	return e
}

// call sends a request and reads the JSON of its answer.
func (e editor) call(method, path, body string, into any) (status int, err error) {
	request, err := http.NewRequest(method, e.site.url+path, strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := e.browser.Do(request)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && into != nil {
		err = json.Unmarshal(text, into)
	}
	return answer.StatusCode, err
}

// uploading is an upload that was announced.
type uploading struct {
	UploadGroupID string
	Capabilities  []struct{ UploadURL, MimeType string }
	Diagnostic    struct{ Code, Path string }
}

// announce begins the upload of a file; replaces is "" for a new asset.
func (e editor) announce(mime string, body []byte, replaces string) (u uploading, err error) {
	sum := sha256.Sum256(body)
	said := map[string]any{
		"filename": "file", "purpose": "any", "variants": []any{map[string]any{"mimeType": mime, "byteSize": len(body), "role": "primary", "sha256": hex.EncodeToString(sum[:])}},
	}
	if replaces != "" {
		said["replaces"] = replaces
	}
	text, err := json.Marshal(said)
	if err != nil {
		return u, err
	}
	_, err = e.call(http.MethodPost, "/admin/api/media/uploads", string(text), &u)
	return u, err
}

// send sends bytes of an upload from an offset on.
func (e editor) send(u uploading, offset int, body []byte) error {
	request, err := http.NewRequest(http.MethodPut, e.site.url+u.Capabilities[0].UploadURL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", u.Capabilities[0].MimeType)
	request.Header.Set("Upload-Offset", fmt.Sprint(offset))
	answer, err := e.browser.Do(request)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(answer.Body)
	if answer.StatusCode != http.StatusNoContent {
		err = errors.Join(err, fmt.Errorf("%s %s", answer.Status, text))
	}
	return errors.Join(err, answer.Body.Close())
}

func (e editor) commit(u uploading) (a asset, status int, err error) {
	status, err = e.call(http.MethodPost, "/admin/api/media/uploads/"+u.UploadGroupID+"/commit", "{}", &a)
	return a, status, err
}

// upload does all of it. The code says what it was refused with.
func (e editor) upload(mime string, body []byte) (a asset, code string, err error) {
	u, err := e.announce(mime, body, "")
	if err != nil || u.Diagnostic.Code != "" {
		return a, u.Diagnostic.Code, err
	}
	if err := e.send(u, 0, body); err != nil {
		return a, "", err
	}
	a, status, err := e.commit(u)
	if status != http.StatusOK && err == nil {
		_, err = e.call(http.MethodDelete, "/admin/api/media/uploads/"+u.UploadGroupID, "", nil)
	}
	return a, a.Diagnostic.Code, err
}
