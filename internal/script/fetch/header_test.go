package fetch

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHeadersThatARequestMayNotSetAreDropped(t *testing.T) {
	p := openPartner(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "host %s length %d coding %v\n", r.Host, r.ContentLength, r.TransferEncoding)
		for _, name := range slices.Sorted(func(yield func(string) bool) {
			for name := range r.Header {
				if !yield(name) {
					return
				}
			}
		}) {
			fmt.Fprintln(w, name, r.Header[name])
		}
	})
	c := client(t, Options{AllowHosts: []string{"127.0.0.1"}, UserAgent: "tea/1"})
	var headers [][2]string
	for name := range strings.FieldsSeq("host CONNECTION content-length transfer-encoding te trailer upgrade expect via keep-alive proxy-authorization proxy-connection accept-encoding sec-fetch-site") {
		headers = append(headers, [2]string{name, "100"})
	}
	answer, err := c.Do(t.Context(), &Request{Method: "POST", URL: p.URL, Body: []byte("tea"), Headers: append(headers, [2]string{"x-Tea", "green"}, [2]string{"X-TEA", "black"}, [2]string{"cookie", "a=b"})})
	if err != nil {
		t.Fatal(err)
	}
	want := "host " + p.host + " length 3 coding []\nAccept [*/*]\nAccept-Encoding [gzip]\nContent-Length [3]\nCookie [a=b]\nUser-Agent [tea/1]\nX-Tea [green black]\n"
	if diff := cmp.Diff(want, string(answer.Body)); diff != "" {
		t.Error(diff)
	}
}

func TestHeadersAreBytes(t *testing.T) {
	p := openPartner(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Got", fmt.Sprintf("%x", r.Header.Get("X-Tea")))
		w.Header().Set("X-Tea", "th\xe9")
		w.Header().Add("Set-Cookie", "a=1")
		w.Header().Add("Set-Cookie", "b=2")
		w.Header()["Date"] = nil
		w.WriteHeader(http.StatusTeapot)
	})
	answer, err := client(t, here).Do(t.Context(), &Request{URL: p.URL, Headers: [][2]string{{"x-tea", "thé"}}})
	if err != nil {
		t.Fatal(err)
	}
	want := &Response{Status: 418, StatusText: "I'm a teapot", URL: p.URL + "/", Body: []byte{},
		Headers: [][2]string{{"content-length", "0"}, {"set-cookie", "a=1"}, {"set-cookie", "b=2"}, {"x-got", "7468e9"}, {"x-tea", "thé"}}}
	if diff := cmp.Diff(want, answer); diff != "" {
		t.Error(diff)
	}
}

func TestWhatNoRequestIs(t *testing.T) {
	p := openPartner(t, func(http.ResponseWriter, *http.Request) {})
	c := client(t, here)
	for name, r := range map[string]*Request{
		"a name with a space":   {Headers: [][2]string{{"x tea", "a"}}},
		"no name":               {Headers: [][2]string{{"", "a"}}},
		"a line break":          {Headers: [][2]string{{"x-tea", "a\r\nHost: b"}}},
		"a name with a break":   {Headers: [][2]string{{"x-tea\r\n", "a"}}},
		"no byte":               {Headers: [][2]string{{"x-tea", "茶"}}},
		"CONNECT":               {Method: "connect"},
		"TRACE":                 {Method: "TRACE"},
		"a method with a break": {Method: "GET / HTTP/1.1\r\nHost: b"},
		"GET with a body":       {Body: []byte("tea")},
	} {
		r.URL = p.URL
		t.Log(name)
		_, err := c.Do(t.Context(), r)
		wantCode(t, err, Invalid)
	}
	if p.requests.Load() > 0 {
		t.Error("a request was sent")
	}
}
