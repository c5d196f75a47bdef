package rest

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/querystring"
)

// view is a public View with what each request would otherwise work out.
type view struct {
	name     string // for httpx.SetRoute
	plan     *plan.View
	params   querystring.Params
	lifetime time.Duration // 0 unless the View declares shared caching
	caching  []string      // then: Cache-Control
}

func newView(v *plan.View) *view {
	out := &view{name: "View/" + v.Name(), plan: v, params: querystring.ParamsOf(v)}
	if cache := v.Cache(); cache != nil {
		out.lifetime = time.Duration(cache.SharedMaxAge) * time.Second
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
	if err := v.params.Read(r.URL.RawQuery, &call, nil); err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	buffer := answers.Get().(*[]byte)
	defer keep(buffer)
	answer, err := s.answer(r, caller, v, call, buffer)
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	if v.caching != nil {
		w.Header()["Cache-Control"] = v.caching
	}
	answer.Write(w, r)
}

// answer is what the cache has of a call that it may answer, or a page read
// into the buffer, which must then live as long as the answer.
func (s *Surface) answer(r *http.Request, caller content.Caller, v *view, call content.ViewCall, buffer *[]byte) (httpx.Tagged, error) {
	if v.lifetime > 0 && caller.Anonymous() && httpx.Shareable(r, s.cacheScope) {
		if generation, known := s.service.Generation(v.plan); known {
			return s.shared(r.Context(), v, call, generation, buffer)
		}
	}
	err := s.readPage(r.Context(), caller, call, buffer)
	if err != nil {
		return httpx.Tagged{}, err
	}
	return httpx.Tag(*buffer), nil
}

// shared is the answer to anyone. One that is not kept yet is read into the
// buffer and copied.
func (s *Surface) shared(ctx context.Context, v *view, call content.ViewCall, generation uint64, buffer *[]byte) (httpx.Tagged, error) {
	key := append(append((*buffer)[:0], v.plan.Name()...), 0)
	key = call.AppendKey(key)
	*buffer = key
	if answer, ok := s.cache.find(key, generation); ok {
		return answer, nil
	}
	return s.cache.fill(ctx, string(key), generation, v.lifetime, func() (httpx.Tagged, error) {
		if err := s.readPage(ctx, content.Caller{}, call, buffer); err != nil {
			return httpx.Tagged{}, err
		}
		return httpx.Tag(bytes.Clone(*buffer)), nil
	})
}

// readPage reads the whole body of an answer into the buffer.
func (s *Surface) readPage(ctx context.Context, caller content.Caller, call content.ViewCall, buffer *[]byte) error {
	body := append((*buffer)[:0], httpx.Success+`{"rows":`...)
	page, err := s.service.ExecuteView(ctx, caller, call, body)
	if err == nil {
		*buffer = appendPage(page)
	}
	return err
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
