package fetch

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

func TestNoRedirectLeadsToThisMachine(t *testing.T) {
	inside := openPartner(t, func(http.ResponseWriter, *http.Request) {})
	resolver := names(t, map[string][]string{"partner.test": {"127.0.0.1"}, "inside.test": {"127.0.0.1"}})
	var location string
	p := openPartner(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", location)
		w.WriteHeader(http.StatusFound)
	})
	c := client(t, Options{Resolver: resolver, AllowHosts: []string{"partner.test:" + p.port}})
	for _, location = range []string{
		inside.URL, "//127.0.0.1:" + inside.port, "http://localhost:" + inside.port, "http://[::1]:" + inside.port, "http://inside.test:" + inside.port,
		"http://2130706433:" + inside.port, "http://[::ffff:127.0.0.1]:" + inside.port, "http://partner.test:" + inside.port, `\\127.0.0.1:` + inside.port,
	} {
		_, err := get(t, c, "http://partner.test:"+p.port)
		wantCode(t, err, Forbidden, "127.0.0.1", "::1", "localhost", "inside", inside.port)
	}
	for _, location = range []string{"file:///etc/passwd", "ftp://partner.test/", "http://user:pass@partner.test/", "http://[", "javascript:1", "http://a b/"} {
		_, err := get(t, c, "http://partner.test:"+p.port)
		wantCode(t, err, Redirect, "passwd", "user")
	}
	if inside.requests.Load() > 0 {
		t.Error("a request arrived")
	}
}

// echo answers with what it was sent: method, type, body.
func echo(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	fmt.Fprintf(w, "%s %s %s", r.Method, r.Header.Get("Content-Type"), body)
}

func TestRedirectsChangeMethodsAsTheStandardSays(t *testing.T) {
	p := openPartner(t, func(w http.ResponseWriter, r *http.Request) {
		if status, err := strconv.Atoi(r.URL.Query().Get("status")); err == nil {
			w.Header().Set("Location", "/end#there")
			w.WriteHeader(status)
			return
		}
		echo(w, r)
	})
	c := client(t, Options{AllowHosts: []string{"127.0.0.1"}})
	for _, test := range []struct {
		status             int
		method, body, want string
	}{
		{301, "POST", "tea", "GET  "}, {302, "POST", "tea", "GET  "}, {303, "POST", "tea", "GET  "}, {307, "POST", "tea", "POST text/tea tea"}, {308, "POST", "tea", "POST text/tea tea"},
		{301, "PUT", "tea", "PUT text/tea tea"}, {302, "PATCH", "tea", "PATCH text/tea tea"}, {303, "PUT", "tea", "GET  "}, {303, "DELETE", "", "GET  "},
		{301, "GET", "", "GET text/tea "}, {303, "HEAD", "", ""}, {308, "DELETE", "", "DELETE text/tea "},
	} {
		r := &Request{Method: test.method, URL: p.URL + "/?status=" + strconv.Itoa(test.status), Headers: [][2]string{{"content-type", "text/tea"}}, Body: []byte(test.body)}
		if test.body == "" {
			r.Body = nil
		}
		answer, err := c.Do(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if string(answer.Body) != test.want || answer.URL != p.URL+"/end" || !answer.Redirected {
			t.Errorf("%d %s: %q at %s", test.status, test.method, answer.Body, answer.URL)
		}
	}
}

func TestCredentialsStayAtTheirOrigin(t *testing.T) {
	end := openPartner(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.Header.Get("Authorization"), r.Header.Get("Cookie"), r.Header.Get("X-Tea"), r.Header.Get("Referer"))
	})
	p := openPartner(t, func(w http.ResponseWriter, r *http.Request) {
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(w, r, to, http.StatusTemporaryRedirect)
			return
		}
		fmt.Fprint(w, r.Header.Get("Authorization"), r.Header.Get("Cookie"), r.Header.Get("X-Tea"))
	})
	c := client(t, Options{AllowHosts: []string{"127.0.0.1", "localhost"}})
	for to, want := range map[string]string{"/end": "secretjartea", end.URL: "tea", "http://localhost:" + p.port: "tea"} {
		answer, err := c.Do(t.Context(), &Request{URL: p.URL + "/?to=" + to, Headers: [][2]string{{"Authorization", "secret"}, {"Cookie", "jar"}, {"X-Tea", "tea"}}})
		if err != nil || string(answer.Body) != want {
			t.Errorf("%s: %+v %v", to, answer, err)
		}
	}
}

func TestHowRedirectsAreFollowed(t *testing.T) {
	p := openPartner(t, func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		switch {
		case n > 0:
			w.Header().Set("Location", "/"+strconv.Itoa(n-1))
			w.WriteHeader(http.StatusFound)
		case r.URL.Path == "/nowhere":
			w.WriteHeader(http.StatusFound)
		}
		_, _ = io.WriteString(w, r.URL.Path)
	})
	c := client(t, Options{AllowHosts: []string{"127.0.0.1"}})
	if answer, err := get(t, c, p.URL+"/10"); err != nil || string(answer.Body) != "/0" {
		t.Errorf("%+v %v", answer, err)
	}
	_, err := get(t, c, p.URL+"/11")
	wantCode(t, err, Redirect)
	_, err = c.Do(t.Context(), &Request{URL: p.URL + "/1", Redirect: "error"})
	wantCode(t, err, Redirect)
	answer, err := c.Do(t.Context(), &Request{URL: p.URL + "/1", Redirect: "manual"})
	if err != nil || answer.Status != 302 || answer.Redirected || string(answer.Body) != "/1" {
		t.Errorf("%+v %v", answer, err)
	}
	if answer, err := get(t, c, p.URL+"/nowhere"); err != nil || answer.Status != 302 {
		t.Errorf("%+v %v", answer, err)
	}
	_, err = c.Do(t.Context(), &Request{URL: p.URL, Redirect: "maybe"})
	wantCode(t, err, Invalid)
}
