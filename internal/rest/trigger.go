package rest

import (
	"net/http"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
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
	input, release, err := httpx.ReadObject(w, r)
	if err != nil {
		return nil, err
	}
	defer release()
	if err := found.bind(input, segments); err != nil {
		return nil, err
	}
	return s.service.InvokeDecoded(audit.Through(httpx.Context(w, r), audit.REST), caller, found.procedure, input)
}

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
