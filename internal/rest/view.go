package rest

import (
	"bytes"
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/inflight"
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
		s.refuse(w, r, caller, lacking(caller, v.plan.Requires(), false), err)
		return
	}
	buffer := answers.Get().(*[]byte)
	defer putBuffer(buffer, *buffer)
	answer, err := s.answer(httpx.Context(w, r), r, caller, v, buffer)
	if err != nil {
		s.refuse(w, r, caller, lacking(caller, v.plan.Requires(), false), err)
		return
	}
	if v.caching != nil {
		w.Header()["Cache-Control"] = v.caching
	}
	answer.Write(w, r)
}

// answer is what the cache has for a request that it may answer, or a page read
// into the buffer, which must then live as long as the answer.
func (s *Surface) answer(ctx context.Context, r *http.Request, caller content.Caller, v *view, buffer *[]byte) (httpx.Tagged, error) {
	if v.lifetime > 0 && caller.Anonymous() && httpx.Shareable(r, s.cacheScope) {
		if generation, known := s.service.Generation(v.plan); known {
			return s.shared(ctx, r, v, generation, buffer)
		}
	}
	call, err := v.call(r)
	if err != nil {
		return httpx.Tagged{}, err
	}
	if err := s.readPage(ctx, caller, call, buffer); err != nil {
		return httpx.Tagged{}, err
	}
	return httpx.Tag(*buffer), nil
}

func (v *view) call(r *http.Request) (content.ViewCall, error) {
	call := content.ViewCall{View: v.plan}
	err := v.params.Read(r.URL.RawQuery, &call, nil)
	return call, err
}

// shared is the answer to anyone. A query in the words of an earlier one is not
// read again. An answer that is not kept yet is read into the buffer and
// copied.
func (s *Surface) shared(ctx context.Context, r *http.Request, v *view, generation uint64, buffer *[]byte) (httpx.Tagged, error) {
	spelling := append(append((*buffer)[:0], v.plan.Name()...), '?')
	spelling = append(spelling, r.URL.RawQuery...)
	*buffer = spelling
	if answer, ok := s.cache.find(ctx, spelling, generation); ok {
		return answer, nil
	}
	call, err := v.call(r)
	if err != nil {
		return httpx.Tagged{}, err
	}
	*buffer = call.AppendKey(append(append(spelling, v.plan.Name()...), 0))
	key := (*buffer)[len(spelling):]
	if answer, ok := s.cache.findSpelled(ctx, spelling, key, generation); ok {
		return answer, nil
	}
	return s.cache.fill(ctx, string(key), generation, v.lifetime, func() (httpx.Tagged, error) {
		if err := s.readPage(ctx, content.Caller{}, call, buffer); err != nil {
			return httpx.Tagged{}, err
		}
		return httpx.Tag(takeBody(buffer)), nil
	})
}

// takeBody is what is in the buffer for as long as anybody needs it: a copy, or the
// buffer itself where it is large and full.
func takeBody(buffer *[]byte) []byte {
	if size := len(*buffer); size <= inflight.Small || cap(*buffer) > size+size/4 {
		return bytes.Clone(*buffer)
	}
	body := *buffer
	*buffer = nil
	return body
}

// readPage reads the whole body of an answer into the buffer.
func (s *Surface) readPage(ctx context.Context, caller content.Caller, call content.ViewCall, buffer *[]byte) error {
	body := append((*buffer)[:0], httpx.Success+content.PageStart...)
	page, err := s.service.ExecuteView(ctx, caller, call, body)
	if err == nil {
		*buffer = append(page.Object(), httpx.SuccessEnd...)
	}
	return err
}

// answers pools the buffers of answers.
var answers = sync.Pool{New: func() any { b := make([]byte, 0, 8<<10); return &b }}

// putBuffer puts a buffer back. One that a large answer made grow is for large ones;
// in its place comes what it began in, or one in which the next can begin without
// growing.
func putBuffer(buffer *[]byte, begun []byte) {
	if cap(*buffer) > inflight.SmallBuffer {
		inflight.PutBuffer(*buffer)
		*buffer = begun
		if cap(begun) < inflight.Small {
			*buffer = make([]byte, 0, inflight.SmallBuffer)
		}
	}
	answers.Put(buffer)
}
