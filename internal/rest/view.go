package rest

import (
	"net/http"
	"strconv"
	"sync"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// view is a public View with what each request would otherwise work out.
type view struct {
	name    string // for httpx.SetRoute
	plan    *plan.View
	params  map[string]coercion
	caching []string // Cache-Control, when the View declares shared caching
}

func newView(v *plan.View) *view {
	params := v.Params()
	out := &view{name: "View/" + v.Name(), plan: v, params: make(map[string]coercion, len(params.All()))}
	for _, p := range params.All() {
		out.params[p.Name] = coercionOf(params.Document(), p.Name)
	}
	if cache := v.Cache(); cache != nil {
		out.caching = []string{httpx.SharedCaching(cache.SharedMaxAge)}
	}
	return out
}

// readView answers one page: authorization comes before the params, the guard
// after ("View REST behaviour" 2).
func (s *Surface) readView(w http.ResponseWriter, r *http.Request, caller content.Caller, v *view) {
	if err := s.service.Authorize(caller, v.plan.Requires()); err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	call := content.ViewCall{View: v.plan}
	if err := readQuery(r.URL.RawQuery, v.params, &call); err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	buffer := answers.Get().(*[]byte)
	body := append((*buffer)[:0], httpx.Success+`{"rows":`...)
	page, err := s.service.ExecuteView(r.Context(), caller, call, body)
	if err != nil {
		answers.Put(buffer)
		httpx.WriteFailure(w, r, err)
		return
	}
	*buffer = appendPage(page)
	if v.caching != nil {
		w.Header()["Cache-Control"] = v.caching
	}
	httpx.WriteTagged(w, r, *buffer)
	keep(buffer)
}

// appendPage writes what follows the rows.
func appendPage(page content.ViewPage) []byte {
	body := append(page.Rows, `,"page":`...)
	body = strconv.AppendInt(body, page.Page, 10)
	body = append(body, `,"show":`...)
	body = strconv.AppendInt(body, int64(page.Show), 10)
	body = append(body, `,"hasMore":`...)
	body = strconv.AppendBool(body, page.HasMore)
	if page.NextCursor != "" {
		body = append(body, `,"nextCursor":`...)
		body = jsonvalue.AppendString(body, page.NextCursor)
	}
	return append(body, '}', '}')
}

// answers pools the buffers of answers.
var answers = sync.Pool{New: func() any { b := make([]byte, 0, 8<<10); return &b }}

// keep puts a buffer back, but for one that a rare large answer made grow.
func keep(buffer *[]byte) {
	if cap(*buffer) <= 1<<20 {
		answers.Put(buffer)
	}
}
