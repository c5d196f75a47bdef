package unfurl_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/script/fetch"
	"github.com/quartet-dev/quartet/internal/unfurl"
)

func answering(t *testing.T, answer http.HandlerFunc) (reader *unfurl.Reader, address string) {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	at, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	client := fetch.New(fetch.Options{AllowHosts: []string{at.Host}})
	t.Cleanup(client.Close)
	return unfurl.New(client), server.URL
}

func TestPagesSayWhatTheyAre(t *testing.T) {
	const html = "text/html; charset=utf-8"
	for name, test := range map[string]struct {
		contentType, body string
		want              unfurl.Page // without a title: nothing is told
	}{
		"a title and a description": {html, `<!doctype html><title>Tea &amp; pots</title><meta name=Description content="All of them">`, unfurl.Page{Title: "Tea & pots", Description: "All of them"}},
		"Open Graph before others":  {html, `<title>T</title><meta name="description" content="d"><meta property="og:title" content="O"><meta property="og:description" content="od">`, unfurl.Page{Title: "O", Description: "od"}},
		"the first of a name":       {html, `<meta property="og:title" content="1"><meta property="og:title" content="2">`, unfurl.Page{Title: "1"}},
		"an empty one is passed":    {html, `<meta property="og:title" content=" "><title> T </title>`, unfurl.Page{Title: "T"}},
		"on one line":               {html, "<title>\n Tea\n\tand\u200b\u202e pots\n</title>", unfurl.Page{Title: "Tea and pots"}},
		"another character set":     {"text/html; charset=big5", "<title>\xaf\xf9</title>", unfurl.Page{Title: "茶"}},
		"a set that the page names": {"text/html", "<meta charset=big5><title>\xaf\xf9</title>", unfurl.Page{Title: "茶"}},
		"what stands in the text":   {html, `<body><title>No</title><meta property="og:title" content="No">`, unfurl.Page{}},
		"a head that has ended":     {html, `<head></head><svg><title>No</title></svg>`, unfurl.Page{}},
		"what is no page":           {"application/json", `<title>T</title>`, unfurl.Page{}},
		"what has no type":          {"", `<title>T</title>`, unfurl.Page{}},
		"markup in a title is text": {html, `<title><b>T</b></title>`, unfurl.Page{Title: "<b>T</b>"}},
		"names are whole":           {html, `<meta name="og:title twitter:title" content="No"><meta name="title" content="No">`, unfurl.Page{}},
		"its beginning is enough":   {html, "<title>T</title>" + strings.Repeat(" ", 9<<20), unfurl.Page{Title: "T"}},
		"what stands too far down":  {html, strings.Repeat(" ", 512<<10) + "<title>T</title>", unfurl.Page{}},
		"a long title is cut":       {html, "<title>" + strings.Repeat("word ", 100) + "</title>", unfurl.Page{Title: strings.TrimSpace(strings.Repeat("word ", 40)) + "…"}},
	} {
		t.Run(name, func(t *testing.T) {
			reader, address := answering(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Content-Type"] = []string{test.contentType}
				_, _ = w.Write([]byte(test.body))
			})
			got, ok := reader.Read(t.Context(), address)
			if got != test.want || ok != (test.want.Title != "") {
				t.Errorf("%+v, %t; want %+v", got, ok, test.want)
			}
		})
	}
}

func TestWhatCannotBeReadIsToldWithoutAReason(t *testing.T) {
	reader, address := answering(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusNotFound)
		}
		_, _ = w.Write([]byte("<title>T</title>"))
	})
	for _, each := range []string{address + "/gone", "http://127.0.0.1:1/", "file:///etc/passwd", "no address"} {
		if got, ok := reader.Read(t.Context(), each); ok || got != (unfurl.Page{}) {
			t.Errorf("%s: %+v, %t", each, got, ok)
		}
	}
}

// Nothing of the network behind the service is reached unless its client may.
func TestOnlyThePublicInternetIsRead(t *testing.T) {
	asked := false
	_, address := answering(t, func(http.ResponseWriter, *http.Request) { asked = true })
	client := fetch.New(fetch.Options{})
	defer client.Close()
	if _, ok := unfurl.New(client).Read(t.Context(), address); ok || asked {
		t.Errorf("read, asked: %t", asked)
	}
}
