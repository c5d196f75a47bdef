package httpx_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// TestReadObject is the body column of open-parts.md, Trigger: what is read,
// or `CODE path`.
func TestReadObject(t *testing.T) {
	const json = "application/json"
	for name, tc := range map[string]struct {
		header  http.Header
		body    string
		want    map[string]any
		refused string
	}{
		"an object":               {body: `{"a": 1}`, want: map[string]any{"a": int64(1)}},
		"17 KiB":                  {body: `{"a":"` + strings.Repeat("x", 17<<10) + `"}`, want: map[string]any{"a": strings.Repeat("x", 17<<10)}},
		"17 KiB, not JSON":        {body: `{"a":"` + strings.Repeat("x", 17<<10), refused: "INPUT_VALIDATION_FAILED input#/a"},
		"no body":                 {want: map[string]any{}},
		"no body, any type":       {header: http.Header{"Content-Type": {"text/plain"}}, want: map[string]any{}},
		"charset":                 {header: http.Header{"Content-Type": {"Application/JSON; charset=UTF-8"}}, body: `{}`, want: map[string]any{}},
		"a type that ends +json":  {header: http.Header{"Content-Type": {"application/vnd.tea+json"}}, body: `{}`, want: map[string]any{}},
		"no type":                 {header: http.Header{}, body: `{}`, refused: "INPUT_VALIDATION_FAILED input#"},
		"a form":                  {header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, body: `a=1`, refused: "INPUT_VALIDATION_FAILED input#"},
		"text that looks like it": {header: http.Header{"Content-Type": {"text/plain"}}, body: `{}`, refused: "INPUT_VALIDATION_FAILED input#"},
		"another charset":         {header: http.Header{"Content-Type": {"application/json; charset=latin1"}}, body: `{}`, refused: "INPUT_VALIDATION_FAILED input#"},
		"a broken type":           {header: http.Header{"Content-Type": {"application/json; ="}}, body: `{}`, refused: "INPUT_VALIDATION_FAILED input#"},
		"compressed":              {header: http.Header{"Content-Type": {json}, "Content-Encoding": {"gzip"}}, body: `{}`, refused: "INPUT_VALIDATION_FAILED input#"},
		"an array":                {body: `[]`, refused: "INPUT_VALIDATION_FAILED input#"},
		"null":                    {body: `null`, refused: "INPUT_VALIDATION_FAILED input#"},
		"not JSON":                {body: `{"a":`, refused: "INPUT_VALIDATION_FAILED input#/a"},
		"a key twice":             {body: `{"a":{"b":1,"b":2}}`, refused: "INPUT_VALIDATION_FAILED input#/a/b"},
		"NUL":                     {body: `{"a":"\u0000"}`, refused: "INPUT_VALIDATION_FAILED input#/a"},
		"1 MiB":                   {body: `{"a":"` + strings.Repeat("x", httpx.MaxBody-8) + `"}`, want: map[string]any{"a": strings.Repeat("x", httpx.MaxBody-8)}},
		"1 MiB and a byte":        {body: `{"a":"` + strings.Repeat("x", httpx.MaxBody-7) + `"}`, refused: "PAYLOAD_TOO_LARGE input#"},
	} {
		for _, chunked := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, chunked %v", name, chunked), func(t *testing.T) {
				r := httptest.NewRequest("POST", "/", strings.NewReader(tc.body))
				if chunked {
					r.ContentLength = -1
				}
				if r.Header = tc.header; r.Header == nil {
					r.Header = http.Header{"Content-Type": {json}}
				}
				got, release, err := httpx.ReadObject(httptest.NewRecorder(), r)
				release()
				refused := ""
				if err != nil {
					d := diag.As(err)
					refused = string(d.Code) + " " + d.Path
				}
				if refused != tc.refused {
					t.Errorf("refused %q, want %q", refused, tc.refused)
				}
				if diff := cmp.Diff(tc.want, got); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

// TestABodyThatBreaksOff is answered, over a real connection, when the caller
// closes its side before the declared length.
func TestABodyThatBreaksOff(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, _, err := httpx.ReadObject(w, r); err != nil {
			httpx.WriteFailure(w, r, err)
		}
	}))
	defer server.Close()
	connection, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if _, err := io.WriteString(connection, "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"a\":"); err != nil {
		t.Fatal(err)
	}
	if err := connection.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != 400 {
		t.Errorf("got %s", answer.Status)
	}
}

// deadlines records the read deadlines that a connection would get.
type deadlines struct {
	*httptest.ResponseRecorder
	lifted []bool
}

func (d *deadlines) SetReadDeadline(t time.Time) error {
	d.lifted = append(d.lifted, t.IsZero())
	return nil
}

// TestTheReadDeadline bounds slow bodies. It outlives a body that failed,
// because the server reads on to reuse the connection.
func TestTheReadDeadline(t *testing.T) {
	for body, want := range map[string][]bool{
		`{}`:                                 {false, true},
		strings.Repeat(" ", httpx.MaxBody+1): {false},
	} {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.ContentLength = -1
		r.Header.Set("Content-Type", "application/json")
		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		_, release, _ := httpx.ReadObject(w, r)
		release()
		if diff := cmp.Diff(want, w.lifted); diff != "" {
			t.Errorf("%d bytes: %s", len(body), diff)
		}
	}
}
