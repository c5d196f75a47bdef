package mcp_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/transcript"
)

// TestTranscripts replays testdata/*.txtar over HTTP. A file names the clauses it
// is about, then the site: an example under `site`, or manifests; and the purposes
// of its media under `purposes`, in JSON. A line of the transcript says who asks what of which surface, and the next what comes back:
//
//	> editor /mcp/staff get_entry {"collection": "posts", "id": "{{post}}"}
//	< {"id": "{{post}}", "version": 1, "...": 0}
//	> user /mcp/staff get_entry {}
//	< 403
//	> contributor /mcp/staff delete_entry {"collection": "posts", "id": "x"}
//	! AUTH_DENIED input#
//	> user /mcp tools/list
//	< query_view_posts suggest
//
// `<` is the structured content, whose text must say the same and which must be
// what the tool's outputSchema promises, or the sorted names of a
// list; `!` is the code and path of a failure, or the code of a protocol error.
// A name with a slash is a method, and what follows are its params. Wildcards are
// those of spec/README.md.
//
// What is about HTTP itself is written out, and its answer is a status, headers,
// and text that the body must hold:
//
//	> POST /mcp
//	> Authorization: Bearer user
//	{"jsonrpc": "2.0", "id": 1, "method": "ping"}
//	< 200
//	< Content-Type: application/json
//	"result":{}
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) != 10 {
		t.Fatalf("found %d transcripts, want 10 (%v)", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sections := map[string]string{}
			for _, f := range archive.Files {
				sections[f.Name] = string(f.Data)
			}
			r := &replay{t: t, file: file, kept: map[string]string{"mebibyte": strings.Repeat("x", 1<<20)}}
			var purposes []site.Purpose
			if text := sections["purposes"]; text != "" {
				if err := json.Unmarshal([]byte(text), &purposes); err != nil {
					t.Fatal(err)
				}
			}
			if name := strings.TrimSpace(sections["site"]); name != "" {
				r.site = example(t, name)
			} else {
				r.site = serve(t, plantest.Seal(t, sections["manifests.yaml"]), nil, purposes...)
			}
			r.promises = promisesOf(t, r.site.tools())
			r.run(sections["transcript"])
		})
	}
}

type replay struct {
	t    *testing.T
	file string
	site *testSite
	kept map[string]string

	promises promises
}

func (r *replay) run(text string) {
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); {
		if line := strings.TrimSpace(lines[i]); line == "" || strings.HasPrefix(line, "#") {
			i++
			continue
		}
		end := i + 1
		for end < len(lines) && !(strings.HasPrefix(lines[end], "> ") && answered(lines[i:end])) {
			end++
		}
		exchange := lines[i:end]
		i = end
		if who, _, _ := strings.Cut(exchange[0][2:], " "); who == strings.ToUpper(who) {
			r.http(exchange)
		} else {
			r.call(exchange)
		}
	}
}

func answered(lines []string) bool {
	return slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "<") || strings.HasPrefix(l, "!") })
}

var use = regexp.MustCompile(`\{\{(\w+)\}\}`)

func (r *replay) fill(text string) string {
	return use.ReplaceAllStringFunc(text, func(m string) string {
		value, ok := r.kept[m[2:len(m)-2]]
		if !ok {
			r.t.Fatalf("%s: nothing was kept as %s", r.file, m)
		}
		return value
	})
}

// call replays the short form.
func (r *replay) call(exchange []string) {
	r.t.Helper()
	request := strings.SplitN(r.fill(exchange[0][2:]), " ", 4)
	who, path, method := request[0], request[1], request[2]
	params := "{}"
	if len(request) == 4 {
		params = request[3]
	}
	if !strings.Contains(method, "/") {
		params = fmt.Sprintf(`{"name":%q,"arguments":%s}`, method, params)
		method = "tools/call"
	}
	status, body := r.site.post(who, path, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params))
	var a answer
	if json.Unmarshal(body, &a) == nil {
		r.promises.keep(r.t, request[2], a.Result.StructuredContent)
	}
	var expected []string
	for _, line := range exchange[1:] {
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") {
			expected = append(expected, r.fill(line))
		}
	}
	if got, ok := r.meets(method, status, body, strings.Join(expected, "\n")); !ok {
		r.t.Errorf("%s: %s\n got %s\nwant %s", r.file, exchange[0], got, strings.Join(expected, "\n"))
	}
}

// answer is what JSON-RPC answers of all methods.
type answer struct {
	Result struct {
		IsError           bool
		StructuredContent json.RawMessage
		Content           []struct{ Text string }
		Tools             []struct{ Name string }
		Resources         []struct{ URI, Title, MIMEType string }
	}
	Error *struct {
		Code    int
		Message string
	}
}

// meets compares an answer with what is expected, and says what it was.
func (r *replay) meets(method string, status int, body []byte, want string) (got string, ok bool) {
	if status != http.StatusOK {
		return fmt.Sprintf("< %d", status), want == fmt.Sprintf("< %d", status)
	}
	var a answer
	if err := json.Unmarshal(body, &a); err != nil {
		return err.Error(), false
	}
	result := a.Result
	switch {
	case a.Error != nil:
		return fmt.Sprintf("! %d %s", a.Error.Code, a.Error.Message), strings.HasPrefix(fmt.Sprintf("! %d %s", a.Error.Code, a.Error.Message), want)
	case result.IsError:
		var failure struct {
			OK         *bool
			Diagnostic struct{ Code, Path string }
		}
		err := json.Unmarshal([]byte(result.Content[0].Text), &failure)
		got = "! " + failure.Diagnostic.Code + " " + failure.Diagnostic.Path
		return got, err == nil && got == want && !*failure.OK && same(result.StructuredContent, []byte(result.Content[0].Text))
	case method == "tools/list":
		names := "<"
		for _, t := range result.Tools {
			names += " " + t.Name
		}
		return names, names == want
	case method == "resources/list":
		titles := []string{"<"}
		for _, each := range result.Resources {
			titles = append(titles, each.Title+" ("+each.MIMEType+")")
		}
		slices.Sort(titles)
		got = strings.Join(titles, " ")
		return got, got == want
	case method == "tools/call":
		got = result.Content[0].Text
		return got, strings.HasPrefix(want, "< ") && r.matches([]byte(want[2:]), []byte(got)) &&
			(result.StructuredContent == nil && !strings.HasPrefix(got, "{") || same(result.StructuredContent, []byte(got)))
	}
	var whole struct{ Result json.RawMessage }
	_ = json.Unmarshal(body, &whole)
	return string(whole.Result), strings.HasPrefix(want, "< ") && r.matches([]byte(want[2:]), whole.Result)
}

// http replays an exchange that is written out.
func (r *replay) http(exchange []string) {
	r.t.Helper()
	method, path, _ := strings.Cut(r.fill(exchange[0][2:]), " ")
	header, body, want := http.Header{}, "", []string{}
	for _, line := range exchange[1:] {
		switch {
		case strings.HasPrefix(line, "> "):
			name, value, _ := strings.Cut(line[2:], ": ")
			header.Add(name, value)
		case strings.HasPrefix(line, "< ") || len(want) > 0:
			want = append(want, r.fill(line))
		default:
			body += r.fill(line)
		}
	}
	status, got, text := r.site.send(method, path, header, body)
	for i, line := range want {
		line, isHeader := strings.CutPrefix(line, "< ")
		name, value, _ := strings.Cut(line, ": ")
		switch {
		case i == 0 && line != strconv.Itoa(status):
			r.t.Errorf("%s: %s: status %d, want %s: %s", r.file, exchange[0], status, line, text)
		case i == 0 || strings.HasPrefix(line, "#"):
		case isHeader && got.Get(name) != value:
			r.t.Errorf("%s: %s: %s is %q, want %q", r.file, exchange[0], name, got.Get(name), value)
		case !isHeader && !strings.Contains(string(text), line):
			r.t.Errorf("%s: %s: the body is %s, want %s in it", r.file, exchange[0], text, line)
		}
	}
}

// post sends one message on behalf of whoever has the token.
func (s *testSite) post(who, path, body string) (status int, answer []byte) {
	s.t.Helper()
	header := http.Header{}
	if who != "anonymous" {
		header.Set("Authorization", "Bearer "+who)
	}
	status, _, answer = s.send(http.MethodPost, path, header, body)
	return status, answer
}

func (s *testSite) send(method, path string, header http.Header, body string) (int, http.Header, []byte) {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header = header
	if header.Get("Content-Type") == "" {
		header.Set("Content-Type", "application/json")
	}
	if header.Get("Accept") == "" {
		header.Set("Accept", "application/json, text/event-stream")
	}
	if host := header.Get("Host"); host != "" {
		request.Host = host
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return response.StatusCode, response.Header, text
}

func same(a, b []byte) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

func (r *replay) matches(want, got []byte) bool {
	var w, g any
	if err := json.Unmarshal(want, &w); err != nil {
		r.t.Fatalf("%s: %v: %s", r.file, err, want)
	}
	return json.Unmarshal(got, &g) == nil && transcript.Match(w, g, "", r.kept) == nil
}
