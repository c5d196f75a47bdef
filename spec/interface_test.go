package spec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/openapi"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/transcript"
)

// interfaceDocument is the OpenAPI document of a site, which every answer of its
// Views and HTTP Triggers must agree with.
type interfaceDocument struct {
	Paths      map[string]map[string]operation `json:"paths"`
	Components struct {
		Responses map[string]response `json:"responses"`
		Headers   map[string]header   `json:"headers"`
	} `json:"components"`

	schemas *jsonschema.Compiler
}

type operation struct {
	ID        string              `json:"operationId"`
	Responses map[string]response `json:"responses"`

	pointer string
}

type response struct {
	Ref     string                     `json:"$ref"`
	Headers map[string]header          `json:"headers"`
	Content map[string]json.RawMessage `json:"content"`

	pointer string
}

type header struct {
	Ref      string `json:"$ref"`
	Required bool   `json:"required"`
}

// told counts the answers that were held against a document.
var told atomic.Int64

// holdInterface holds what a request got against the document of the site.
func (s *site) holdInterface(r *http.Request, a transcript.Answer) error {
	document, err := s.interfaceDocument()
	if document == nil || err != nil {
		return err
	}
	op := document.operation(r.Method, r.URL.Path)
	if op == nil {
		return nil
	}
	told.Add(1)
	if err := document.hold(op, r.Method, a); err != nil {
		return fmt.Errorf("the OpenAPI document, %s: %w", op.ID, err)
	}
	return nil
}

// interfaceDocument is nil for a site whose names meet in generated code.
func (s *site) interfaceDocument() (*interfaceDocument, error) {
	if s.told == nil {
		s.told = sync.OnceValues(func() (*interfaceDocument, error) { return documentOf(s.dir) })
	}
	return s.told()
}

func documentOf(dir string) (*interfaceDocument, error) {
	files, problems := manifest.ReadFS(os.DirFS(filepath.Join(dir, "manifests")), "")
	if problems.HasErrors() {
		return nil, problems
	}
	set, _ := manifest.Parse(files)
	p, problems := plan.Seal(set)
	if problems.HasErrors() {
		return nil, problems
	}
	text, problems := openapi.Print(p, openapi.Options{})
	if problems.HasErrors() {
		return nil, nil
	}
	return readDocument(text)
}

func readDocument(text []byte) (*interfaceDocument, error) {
	d := &interfaceDocument{schemas: jsonschema.NewCompiler()}
	if err := json.Unmarshal(text, d); err != nil {
		return nil, err
	}
	tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	d.schemas.AssertFormat()
	return d, d.schemas.AddResource("site:openapi.json", tree)
}

// operation finds the one that answers a request: a literal segment beats a
// template.
func (d *interfaceDocument) operation(method, path string) *operation {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	wanted := strings.Split(strings.TrimSuffix(path, "/"), "/")
	if leadsElsewhere(path) {
		return nil
	}
	best, found := "", (*operation)(nil)
	for _, candidate := range slices.Sorted(maps.Keys(d.Paths)) {
		op, ok := d.Paths[candidate][strings.ToLower(method)]
		if how, fits := fit(strings.Split(candidate, "/"), wanted); ok && fits && how > best {
			op.pointer = "/paths/" + escaped(candidate) + "/" + strings.ToLower(method)
			best, found = how, &op
		}
	}
	return found
}

// leadsElsewhere reports whether a path is another one once it is decoded and its dot
// segments are gone.
func leadsElsewhere(text string) bool {
	decoded, err := url.PathUnescape(text)
	return err == nil && slices.Contains(strings.Split(decoded, "/"), "..")
}

// fit reports whether a path has the segments of a template, and how: texts sort as the
// service prefers paths.
func fit(template, path []string) (how string, fits bool) {
	if len(template) != len(path) {
		return "", false
	}
	for i, each := range template {
		want, _ := url.PathUnescape(each)
		got, err := url.PathUnescape(path[i])
		switch {
		case err != nil:
			return "", false
		case strings.HasPrefix(each, "{"):
			if got == "" {
				return "", false
			}
			how += "a"
		case want != got:
			return "", false
		default:
			how += "b"
		}
	}
	return how, true
}

func escaped(segment string) string {
	return url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(segment))
}

// hold wants the status, the media type, the headers and the body to be those of
// the document.
func (d *interfaceDocument) hold(op *operation, method string, a transcript.Answer) error {
	r, ok := d.response(op, a.Status)
	if !ok {
		return fmt.Errorf("it knows no status %s: %s", a.Status, a.Body)
	}
	for name, h := range r.Headers {
		if shared, ok := strings.CutPrefix(h.Ref, "#/components/headers/"); ok {
			h = d.Components.Headers[shared]
		}
		if h.Required && a.Header[http.CanonicalHeaderKey(name)] == nil {
			return fmt.Errorf("an answer %s has no %s", a.Status, name)
		}
	}
	for name := range a.Header {
		if !slices.Contains(ownHeaders, name) && !slices.ContainsFunc(slices.Collect(maps.Keys(r.Headers)), func(h string) bool { return http.CanonicalHeaderKey(h) == name }) {
			return fmt.Errorf("it knows no header %s of an answer %s", name, a.Status)
		}
	}
	if method == http.MethodHead {
		return nil
	}
	return d.holdBody(r, a)
}

// ownHeaders are those of HTTP itself, of browsers and of cookies.
var ownHeaders = []string{
	"Content-Length", "Content-Type", "Connection", "Date", "Referrer-Policy", "Set-Cookie", "Vary", "X-Content-Type-Options",
	"Access-Control-Allow-Origin", "Access-Control-Allow-Credentials", "Access-Control-Expose-Headers",
}

func (d *interfaceDocument) response(op *operation, status string) (response, bool) {
	r, ok := op.Responses[status]
	r.pointer = op.pointer + "/responses/" + status
	if name, shared := strings.CutPrefix(r.Ref, "#/components/responses/"); shared {
		r, ok = d.Components.Responses[name]
		r.pointer = "/components/responses/" + name
	}
	return r, ok
}

func (d *interfaceDocument) holdBody(r response, a transcript.Answer) error {
	if len(r.Content) == 0 {
		if a.Body != "" {
			return fmt.Errorf("it knows no body of an answer %s", a.Status)
		}
		return nil
	}
	mediaType := strings.Join(a.Header["Content-Type"], ", ")
	if r.Content[mediaType] == nil {
		return fmt.Errorf("it knows no %s", mediaType)
	}
	schema, err := d.schemas.Compile("site:openapi.json#" + r.pointer + "/content/" + escaped(mediaType) + "/schema")
	if err != nil {
		return err
	}
	body, err := jsonschema.UnmarshalJSON(strings.NewReader(a.Body))
	if err != nil {
		return err
	}
	return schema.Validate(body)
}

// TestTheDocumentRefusesWhatItDoesNotTell shows that the check of answers sees each
// kind of difference.
func TestTheDocumentRefusesWhatItDoesNotTell(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "manifests"), os.DirFS("../examples/publication/manifests")); err != nil {
		t.Fatal(err)
	}
	d, err := documentOf(dir)
	if err != nil {
		t.Fatal(err)
	}
	op := d.operation("GET", "/api/views/")
	headers := func(changed ...string) map[string][]string {
		all := map[string][]string{"Content-Type": {"application/json"}, "X-Request-Id": {"1"}, "Cache-Control": {"private"}, "Etag": {"x"}}
		for _, name := range changed {
			if all[name] == nil {
				all[name] = []string{"1"}
			} else {
				delete(all, name)
			}
		}
		return all
	}
	const good = `{"ok":true,"data":[{"name":"a","description":"b","inputSchema":{}}]}`
	for _, each := range []struct {
		a    transcript.Answer
		want string
	}{
		{transcript.Answer{Status: "200", Header: headers(), Body: good}, ""},
		{transcript.Answer{Status: "201", Header: headers(), Body: good}, "it knows no status 201"},
		{transcript.Answer{Status: "200", Header: headers("Etag"), Body: good}, "has no ETag"},
		{transcript.Answer{Status: "200", Header: headers("X-Cost"), Body: good}, "it knows no header X-Cost"},
		{transcript.Answer{Status: "200", Header: map[string][]string{"Content-Type": {"text/plain"}, "X-Request-Id": {""}, "Cache-Control": {""}, "Etag": {""}}, Body: good}, "it knows no text/plain"},
		{transcript.Answer{Status: "200", Header: headers(), Body: `{"ok":true,"data":[{"name":1}]}`}, "missing properties"},
		{transcript.Answer{Status: "401", Header: headers("Etag", "Www-Authenticate"), Body: `{"ok":false,"diagnostic":{"code":"CONFLICT","phase":"runtime","severity":"error","path":"","message":"m"}}`}, "value must be"},
		{transcript.Answer{Status: "304", Header: headers("Content-Type"), Body: "x"}, "it knows no body"},
	} {
		err := d.hold(op, http.MethodGet, each.a)
		if each.want == "" && err != nil || each.want != "" && (err == nil || !strings.Contains(err.Error(), each.want)) {
			t.Errorf("%s: %v, want %q", each.a.Body, err, each.want)
		}
	}
}
