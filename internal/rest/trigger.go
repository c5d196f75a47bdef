package rest

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/principal"
	"github.com/quartet-dev/quartet/internal/querystring"
)

// serveTrigger answers an HTTP Trigger with 200 and the Procedure's result.
func (s *Surface) serveTrigger(w http.ResponseWriter, r *http.Request, segments []string) {
	found := s.triggers.find(r.Method, segments)
	if found == nil {
		s.noTrigger(w, r, segments)
		return
	}
	httpx.SetRoute(w, found.name)
	s.identify(w)
	s.origins.Admit(w, r)
	caller, err := s.authenticate(w, r)
	if err != nil {
		s.refuse(w, r, caller, nil, err)
		return
	}
	result, err := s.invoke(w, r, caller, found, segments)
	if err != nil {
		s.refuse(w, r, caller, lacking(caller, found.procedure.Requires(), true), err)
		return
	}
	buffer := answers.Get().(*[]byte)
	begun := *buffer
	body := append((*buffer)[:0], httpx.Success...)
	body = jsonvalue.Append(body, result)
	*buffer = append(body, httpx.SuccessEnd...)
	httpx.WriteJSON(w, http.StatusOK, *buffer)
	putBuffer(buffer, begun)
}

func (s *Surface) noTrigger(w http.ResponseWriter, r *http.Request, segments []string) {
	methods := s.triggers.allowed(segments)
	switch {
	case len(methods) == 0:
		s.fallback.ServeHTTP(w, r)
	case s.origins.Preflight(w, r, allow(methods)):
	default:
		s.origins.Admit(w, r)
		httpx.NotAllowed(w, r, allow(methods))
	}
}

// invoke authorizes before it reads the body, so that nobody makes the service
// read what it will refuse; the Procedure's pipeline authorizes again.
func (s *Surface) invoke(w http.ResponseWriter, r *http.Request, caller content.Caller, found *route, segments []string) (any, error) {
	if err := s.permit(caller, found.procedure); err != nil {
		return nil, err
	}
	input, release, err := found.read(w, r, caller)
	if err != nil {
		return nil, err
	}
	defer release()
	if err := found.bindHeaders(input, r.Header); err != nil {
		return nil, err
	}
	if err := found.bind(input, segments); err != nil {
		return nil, err
	}
	return s.service.InvokeDecoded(audit.Through(httpx.Context(w, r), audit.REST), caller, found.procedure, input)
}

// read reads the body: an input as JSON, or the text of one property of it. What is
// not JSON is never read for a caller with a session, whose browser may be sent by a form
// of another site.
func (r *route) read(w http.ResponseWriter, request *http.Request, caller content.Caller) (map[string]any, func(), error) {
	if r.rawBody == "" {
		return httpx.ReadObject(w, request)
	}
	if caller.Auth != nil && caller.Auth.Credential == string(principal.Session) && !httpx.IsJSON(request.Header) {
		return nil, nil, diag.At(diag.InputValidationFailed, "input#", "A body must be JSON, sent as application/json.")
	}
	body, release, err := httpx.ReadText(w, request)
	if err != nil {
		return nil, nil, err
	}
	text := string(body)
	if !isText(text) {
		release()
		return nil, nil, diag.At(diag.InputValidationFailed, "input#"+jsonvalue.Pointer(r.rawBody), "The body must be text in UTF-8.")
	}
	return map[string]any{r.rawBody: text}, release, nil
}

// bindHeaders puts headers into the input (decision 203). A property that is a header is never
// part of a body.
func (r *route) bindHeaders(input map[string]any, header http.Header) error {
	for _, h := range r.headers {
		delete(input, h.Property)
		values := header.Values(h.Name)
		if len(values) == 0 {
			continue
		}
		value := strings.Join(values, ", ")
		if !isText(value) {
			return diag.At(diag.InputValidationFailed, "input#"+jsonvalue.Pointer(h.Property), "The header "+h.Name+" must be text in UTF-8.")
		}
		input[h.Property] = value
	}
	return nil
}

// isText reports whether a text can be part of an input, as those of JSON can.
func isText(text string) bool { return utf8.ValidString(text) && !strings.Contains(text, "\x00") }

// bind lays the path's values over the body's: the path beats the body.
func (r *route) bind(input map[string]any, segments []string) error {
	for _, b := range r.bindings {
		value, sentence, expected := b.coercion.Apply(segments[b.segment])
		if sentence != "" {
			return querystring.Mistyped(b.property, sentence, expected)
		}
		input[b.property] = value
	}
	return nil
}
