package spec

import (
	"encoding/json"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/transcript"
)

// surfaceCall is one exchange as it goes through either surface.
type surfaceCall struct {
	who    string
	view   bool
	method string
	tool   string

	target    func(captures map[string]string) string // path and query
	body      string
	arguments func(captures map[string]string) string // JSON
}

// notACall stands for what reads no View and calls no Procedure.
const notACall = "no call"

// Why a call cannot come by both surfaces. The reasons are a table in README.md.
const (
	byKey        = "made in process with an API key, which no access token is"
	hookOfNobody = "a transcript whose deferred hook succeeds for nobody, and is tried for ever for anybody else"
	ownPeople    = "a transcript whose people sign in by themselves"
	headRequest  = "`HEAD` answers without rows"
	credentials  = "it is about credentials of REST: a key, a cookie, a header"
	cursorOfREST = "`cursor` is REST's; tools have `page`"
	coercions    = "a text that is no value of the param's type exists in a query or path alone"
	notAnObject  = "a body that is no JSON object, too long or of another type is no arguments"
	oddPath      = "it is about how a path is written"
	partsOfHTTP  = "a property of its input is a header or the body of a request"
)

// surfaceCall gives an exchange as a call of either surface, or why it cannot be one.
func (d *surfaces) surfaceCall(e *transcript.Exchange) (surfaceCall, string) {
	switch {
	case !isSurfaceCall(e):
		return surfaceCall{}, notACall
	case e.Method == "CALL":
		return d.inProcessCall(e)
	case e.Method == "VIEW":
		return d.inProcessViewCall(e)
	case e.Method == http.MethodHead:
		return surfaceCall{}, headRequest
	case hasHeader(e, "Authorization", "X-API-Key", "Cookie"):
		return surfaceCall{}, credentials
	case hasHeader(e, "Content-Type", "Expect"):
		return surfaceCall{}, notAnObject
	case e.Method == http.MethodGet:
		return d.viewCall(e)
	}
	return d.triggerCall(e)
}

var httpMethods = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions,
}

// isSurfaceCall reports whether an exchange may be for the surfaces, by its verb and path.
func isSurfaceCall(e *transcript.Exchange) bool {
	return e.Method == "CALL" || e.Method == "VIEW" ||
		slices.Contains(httpMethods, e.Method) && strings.HasPrefix(e.Target, "/api/") && !strings.HasPrefix(e.Target, "/api/auth/")
}

// signsIn reports whether the people of a transcript sign in by themselves.
func signsIn(exchanges []*transcript.Exchange) bool {
	return slices.ContainsFunc(exchanges, func(e *transcript.Exchange) bool { return hasHeader(e, "Browser") || e.Method == "MAIL" })
}

func hasHeader(e *transcript.Exchange, names ...string) bool {
	return slices.ContainsFunc(e.Headers, func(h [2]string) bool { return slices.Contains(names, h[0]) })
}

// caller is who calls in process, by name or by role and name; "" for who cannot
// use a surface.
func (d *surfaces) caller(e *transcript.Exchange) string {
	who := d.who
	for _, h := range e.Headers {
		words := strings.Fields(h[1])
		switch {
		case h[0] == "As" && words[0] == "user":
			who = words[1]
		case h[0] == "As" && words[0] == "staff":
			who = words[1] + "." + words[2]
		default:
			return ""
		}
	}
	return who
}

// inProcessCall takes a call of a Procedure through the Triggers of the site.
func (d *surfaces) inProcessCall(e *transcript.Exchange) (surfaceCall, string) {
	who := d.caller(e)
	if who == "" {
		return surfaceCall{}, byKey
	}
	procedure := procedureOf(d.rest.service, e.Target)
	if procedure == nil {
		return surfaceCall{}, notACall
	}
	if !isObject(transcript.Fill(e.Body, d.rest.captures)) {
		return surfaceCall{}, notAnObject
	}
	v := surfaceCall{who: who, method: http.MethodPost, tool: toolOf(e.Target), body: e.Body}
	v.target = func(map[string]string) string { return ownPath + e.Target }
	v.arguments = func(captures map[string]string) string { return orEmpty(transcript.Fill(e.Body, captures)) }
	return v, ""
}

func orEmpty(body string) string {
	if strings.TrimSpace(body) == "" {
		return "{}"
	}
	return body
}

func (d *surfaces) viewCall(e *transcript.Exchange) (surfaceCall, string) {
	path, query, _ := strings.Cut(e.Target, "?")
	name, ok := strings.CutPrefix(path, "/api/views/")
	schema, known := viewParams(d.rest.service, strings.TrimSuffix(name, "/"))
	if !ok || !known {
		return surfaceCall{}, notACall
	}
	if strings.Contains(query, "cursor=") {
		return surfaceCall{}, cursorOfREST
	}
	if _, ok := typedQuery(transcript.Fill(query, d.rest.captures), schema); !ok {
		return surfaceCall{}, coercions
	}
	v := surfaceCall{who: d.who, view: true, method: http.MethodGet, tool: "query_view_" + toolOf(strings.TrimSuffix(name, "/"))}
	v.target = func(captures map[string]string) string { return transcript.Fill(e.Target, captures) }
	v.arguments = func(captures map[string]string) string {
		arguments, _ := typedQuery(transcript.Fill(query, captures), schema)
		return transcript.Encode(arguments)
	}
	return v, ""
}

// inProcessViewCall takes a read in process to REST with its params as text,
// where they are all texts, numbers and booleans.
func (d *surfaces) inProcessViewCall(e *transcript.Exchange) (surfaceCall, string) {
	who := d.caller(e)
	if who == "" {
		return surfaceCall{}, byKey
	}
	var body struct {
		Params map[string]any
		Page   any
		Show   any
		Cursor string
	}
	if err := json.Unmarshal([]byte(orEmpty(transcript.Fill(e.Body, d.rest.captures))), &body); err != nil {
		return surfaceCall{}, notAnObject
	}
	query := url.Values{}
	for name, value := range body.Params {
		query.Set(name, transcript.Plain(value))
	}
	for name, value := range map[string]any{"page": body.Page, "show": body.Show, "cursor": body.Cursor} {
		if value != nil && value != "" {
			query.Set(name, transcript.Plain(value))
		}
	}
	read := *e
	read.Method, read.Target = http.MethodGet, "/api/views/"+e.Target+"?"+query.Encode()
	v, reason := d.viewCall(&read)
	v.who = who
	return v, reason
}

func (d *surfaces) triggerCall(e *transcript.Exchange) (surfaceCall, string) {
	target, _, _ := strings.Cut(e.Target, "?")
	if strings.Contains(target, "%") || path.Clean(target) != target {
		return surfaceCall{}, oddPath
	}
	procedure, source, bound := d.trigger(e.Method, strings.Split(target, "/"))
	if procedure != nil && (len(source.Headers) > 0 || source.RawBody != "") {
		return surfaceCall{}, partsOfHTTP
	}
	if procedure == nil || target == "/api/views" || strings.HasPrefix(target, "/api/views/") {
		return surfaceCall{}, notACall
	}
	if !isObject(transcript.Fill(e.Body, d.rest.captures)) {
		return surfaceCall{}, notAnObject
	}
	input := procedure.Input
	if _, ok := arguments(e.Body, bound, input, d.rest.captures); !ok {
		return surfaceCall{}, coercions
	}
	v := surfaceCall{who: d.who, method: e.Method, tool: toolOf(procedure.Name), body: e.Body}
	v.target = func(captures map[string]string) string { return transcript.Fill(e.Target, captures) }
	v.arguments = func(captures map[string]string) string {
		text, _ := arguments(e.Body, bound, input, captures)
		return text
	}
	return v, ""
}

// trigger finds the Procedure behind a path, whose literal segments win, the source
// that leads there, and the properties that the path binds.
func (d *surfaces) trigger(method string, path []string) (procedure *quartet.ProcedureInfo, source quartet.TriggerSource, bound map[string]string) {
	fewest := len(path) + 1
	for _, t := range d.rest.service.Triggers() {
		if t.Source.Kind != string(plan.SourceHTTP) || t.Source.Method != method {
			continue
		}
		if values, ok := bind(strings.Split(t.Source.Path, "/"), path); ok && len(values) < fewest {
			procedure, source, bound, fewest = procedureOf(d.rest.service, t.Target.Procedure), t.Source, values, len(values)
		}
	}
	return procedure, source, bound
}

func bind(template, path []string) (map[string]string, bool) {
	if len(template) != len(path) {
		return nil, false
	}
	bound := map[string]string{}
	for i, segment := range template {
		if name, ok := strings.CutPrefix(segment, "{"); ok && path[i] != "" {
			bound[strings.TrimSuffix(name, "}")] = path[i]
		} else if segment != path[i] {
			return nil, false
		}
	}
	return bound, true
}

func procedureOf(s *quartet.Service, name string) *quartet.ProcedureInfo {
	for _, p := range s.Procedures() {
		if p.Name == name {
			return &p
		}
	}
	return nil
}

// viewParams is the JSON Schema of a public View's params.
func viewParams(s *quartet.Service, name string) (schema map[string]any, known bool) {
	for _, v := range s.Views() {
		if v.Name == name && v.Surface == string(plan.Public) {
			return v.Params, true
		}
	}
	return nil, false
}

func toolOf(name string) string { return strings.ReplaceAll(strings.ToLower(name), "-", "_") }
