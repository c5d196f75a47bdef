package service

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestAnswers: what the service answers, and what others do on the way there.
func TestAnswers(t *testing.T) {
	for name, test := range map[string]struct {
		status int
		body   string
		want   string // of the error
		code   string
	}{
		"a page":              {200, `{"ok":true,"data":{"rows":[1],"page":2,"show":1,"hasMore":true,"nextCursor":"c"}}`, "", ""},
		"a refusal":           {409, `{"ok":false,"diagnostic":{"code":"CONFLICT","phase":"runtime","severity":"error","path":"","message":"No."}}`, "CONFLICT No.", "CONFLICT"},
		"another envelope":    {503, `{"error":"setup_incomplete","message":"Set it up."}`, "setup_incomplete Set it up.", "setup_incomplete"},
		"a proxy":             {502, `<html>`, "status 502 The answer does not come from the service: Bad Gateway", ""},
		"nothing":             {200, ``, "status 200 The answer does not come from the service: OK", ""},
		"success that is not": {500, `{"ok":true,"data":{}}`, "status 500 The answer does not come from the service: Internal Server Error", ""},
		"another shape":       {200, `{"ok":true,"data":{"rows":[],"page":"x"}}`, "decode the answer: ", ""},
		"too long":            {200, strings.Repeat(" ", largestAnswer+1), "the answer has more than", ""},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.RequestURI() != "/base/api/views/v?a=1&page=2" || r.Header.Get("Authorization") != "Bearer t" {
					t.Error(r.URL, r.Header)
				}
				w.WriteHeader(test.status)
				fmt.Fprint(w, test.body)
			}))
			defer server.Close()
			site, err := newRemote(Remote{BaseURL: server.URL + "/base/", Token: "t"}, "f")
			if err != nil {
				t.Fatal(err)
			}
			page, err := site.ReadView(t.Context(), ViewInfo{Name: "v", Path: "/api/views/v"}, json.RawMessage(`{"a":1}`), Paging{Page: 2})
			if test.want == "" && (err != nil || page.NextCursor != "c") || test.want != "" && (err == nil || !strings.HasPrefix(err.Error(), test.want)) || CodeOf(err) != test.code {
				t.Error(page, err)
			}
		})
	}
}

// TestACallIsSentOnce, however often reads are repeated.
func TestACallIsSentOnce(t *testing.T) {
	var sent []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent = append(sent, r.Method)
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer server.Close()
	site, err := newRemote(Remote{BaseURL: server.URL, Retries: 2}, "f")
	if err != nil {
		t.Fatal(err)
	}
	_, read := site.ReadView(t.Context(), ViewInfo{Path: "/api/views/v"}, json.RawMessage("{}"), Paging{})
	_, called := site.CallProcedure(t.Context(), ProcedureInfo{Method: "PUT", Path: "/api/x"}, json.RawMessage("{}"))
	if got := strings.Join(sent, " "); got != "GET GET GET PUT" || read == nil || called == nil {
		t.Error(got, read, called)
	}
}

func TestPaths(t *testing.T) {
	for _, test := range []struct{ path, input, want, rest string }{
		{"/api/x", `{"a":1}`, "/api/x", `{"a":1}`},
		{"/api/x/{id}/do/{n}", `{"id":"a/b ?#%日","n":-3,"m":null}`, "/api/x/a%2Fb%20%3F%23%25%E6%97%A5/do/-3", `{"m":null}`},
		{"/api/{flag}", `{"flag":true}`, "/api/true", `{}`},
		{"/api/{id}", `{"id":""}`, "", ""},
		{"/api/{id}", `{"id":".."}`, "", ""},
		{"/api/{id}", `{}`, "", ""},
	} {
		var members map[string]json.RawMessage
		if err := json.Unmarshal([]byte(test.input), &members); err != nil {
			t.Fatal(err)
		}
		got, err := pathOf(test.path, members)
		rest, _ := json.Marshal(members)
		if got != test.want || (err != nil) != (test.want == "") || err == nil && string(rest) != test.rest {
			t.Errorf("%v: %s %s %v", test, got, rest, err)
		}
	}
}

func TestQueries(t *testing.T) {
	query, err := queryOf(json.RawMessage(`{"a":"x y","b":-2,"c":null,"d":true,"e":0.5,"f":["z"]}`), Paging{Page: 2, Show: 3, Cursor: "c="})
	if want := "a=x+y&b=-2&cursor=c%3D&d=true&e=0.5&f=%5B%22z%22%5D&page=2&show=3"; err != nil || query.Encode() != want {
		t.Error(query.Encode(), err)
	}
}

func TestWaitsGrowUnlessTheAnswerSays(t *testing.T) {
	for try, want := range []int64{100, 200, 400, 800, 1600, 3200, 5000, 5000} {
		if got := waitAfter(errors.New("away"), try); got.Milliseconds() != want {
			t.Error(try, got)
		}
	}
	for says, want := range map[time.Duration]time.Duration{time.Second: time.Second, time.Hour: longestWait} {
		if got := waitAfter(&Error{RetryAfter: says}, 0); got != want {
			t.Error(says, got)
		}
	}
}
