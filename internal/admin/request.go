package admin

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/querystring"
)

// request is one call of a route, which answers it.
type request struct {
	*http.Request
	w      http.ResponseWriter
	caller content.Caller
	query  query
	body   map[string]any // of a route that changes something
}

// answer lets a route answer, or says why it does not.
func (s *Surface) answer(w http.ResponseWriter, r *http.Request, route *route) {
	httpx.SetRoute(w, root+route.path)
	q := &request{Request: r.WithContext(audit.Through(httpx.Context(w, r), audit.Admin)), w: w}
	if err := s.serve(q, route); err != nil {
		httpx.WriteRefusal(w, r, err, minimumRole(err))
	}
}

// serve admits the caller before anything of the request is read.
func (s *Surface) serve(q *request, route *route) (err error) {
	if q.caller, err = s.admitBy(s.authenticatorOf(route), q.w, q.Request, route.role); err != nil {
		return err
	}
	if q.query, err = readQuery(q.URL.RawQuery); err != nil {
		return err
	}
	if err := route.checkPath(q); err != nil {
		return err
	}
	if route.needs != "" && q.query[route.needs] == "" {
		return querystring.Invalid(route.needs, "This must be said.")
	}
	if route.method != http.MethodGet {
		body, release, err := httpx.ReadObject(q.w, q.Request)
		defer release()
		if err != nil {
			return err
		}
		q.body = body
		if err := route.check(q); err != nil {
			return err
		}
	}
	return route.serve(s, q)
}

// checkPath is NOT_FOUND for a path that names what no database holds. PostgreSQL fails
// when it is asked for what is no text.
func (r *route) checkPath(q *request) error {
	for segment := range strings.SplitSeq(r.path, "/") {
		name, isParameter := strings.CutPrefix(strings.TrimSuffix(segment, "}"), "{")
		if isParameter && !jsonvalue.ValidString(q.PathValue(name)) {
			return diag.At(diag.NotFound, "input#"+jsonvalue.Pointer(name), "There is nothing of this name.")
		}
	}
	return nil
}

// check refuses what a change does not take, or takes elsewhere: whoever sends a
// version that nobody looks at believes that it holds (decision 102).
func (r *route) check(q *request) error {
	inQuery, inBody := strings.Fields(r.needs), strings.Fields(r.takes)
	if r.method == http.MethodDelete {
		inQuery, inBody = append(inQuery, inBody...), nil
	}
	if err := only(inQuery, q.query); err != nil || r.takes == anyBody {
		return err
	}
	return only(inBody, q.body)
}

func only[V any](taken []string, sent map[string]V) error {
	for _, key := range slices.Sorted(maps.Keys(sent)) {
		if !slices.Contains(taken, key) {
			d := querystring.Invalid(key, "The request does not take this here.")
			d.Candidates, d.Suggestion = taken, diag.Nearest(key, taken)
			return d
		}
	}
	return nil
}

// answer sends a value as JSON, unless there is an error in its place.
func (q *request) answer(value any, err error) error { return q.send(http.StatusOK, value, err) }

// created is answer for what was not there before.
func (q *request) created(value any, err error) error { return q.send(http.StatusCreated, value, err) }

func (q *request) send(status int, value any, err error) error {
	if err != nil {
		return err
	}
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return diag.Internal(err)
	}
	httpx.WriteJSON(q.w, status, bytes.TrimSuffix(body.Bytes(), []byte("\n")))
	return nil
}
