package httpx

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCacheClassification is "Cache classification (final boundary)". Each
// case changes one thing of an answer that may be shared.
func TestCacheClassification(t *testing.T) {
	shared := http.Header{"Cache-Control": {"public, max-age=0, s-maxage=60"}, "Vary": {"Cookie, Authorization"}}
	private := http.Header{"Cache-Control": {"private, no-store"}}
	type answer struct {
		method  string
		status  int
		request http.Header
		header  http.Header
		scope   string
	}
	for name, tc := range map[string]struct {
		change func(*answer)
		want   http.Header
	}{
		"as declared":                {func(*answer) {}, shared},
		"HEAD":                       {func(a *answer) { a.method = "HEAD" }, shared},
		"304 stands for its 200":     {func(a *answer) { a.status = 304 }, shared},
		"POST":                       {func(a *answer) { a.method = "POST" }, private},
		"404":                        {func(a *answer) { a.status = 404 }, private},
		"206":                        {func(a *answer) { a.status = 206 }, private},
		"500":                        {func(a *answer) { a.status = 500 }, private},
		"a cookie was sent":          {func(a *answer) { a.request.Set("Cookie", "a=b") }, private},
		"an empty cookie was sent":   {func(a *answer) { a.request.Set("Cookie", "") }, private},
		"authorization was sent":     {func(a *answer) { a.request.Set("Authorization", "Bearer x") }, private},
		"an API key was sent":        {func(a *answer) { a.request.Set("X-API-Key", "qk_x") }, private},
		"a cookie is set":            {func(a *answer) { a.header.Set("Set-Cookie", "a=b") }, http.Header{"Cache-Control": private["Cache-Control"], "Set-Cookie": {"a=b"}}},
		"nothing is declared":        {func(a *answer) { a.header.Del("Cache-Control") }, private},
		"public without s-maxage":    {func(a *answer) { a.header.Set("Cache-Control", "public, max-age=60") }, private},
		"s-maxage without public":    {func(a *answer) { a.header.Set("Cache-Control", "s-maxage=60") }, private},
		"s-maxage of 0":              {func(a *answer) { a.header.Set("Cache-Control", "public, s-maxage=0") }, private},
		"s-maxage that is no number": {func(a *answer) { a.header.Set("Cache-Control", "public, s-maxage=x") }, private},
		"private beside public":      {func(a *answer) { a.header.Add("Cache-Control", "Private") }, private},
		"no-store beside public":     {func(a *answer) { a.header.Add("Cache-Control", "no-store") }, private},
		"no cacheScope":              {func(a *answer) { a.scope = "" }, private},
		"other Vary is kept":         {func(a *answer) { a.header.Set("Vary", "Accept") }, http.Header{"Cache-Control": shared["Cache-Control"], "Vary": {"Accept", "Cookie, Authorization"}}},
		"CDN overrides are stripped": {func(a *answer) {
			a.status = 404
			for _, name := range []string{"CDN-Cache-Control", "Example-CDN-Cache-Control", "Surrogate-Control", "Expires", "Cache-Tag"} {
				a.header.Set(name, "max-age=60")
			}
		}, private},
	} {
		t.Run(name, func(t *testing.T) {
			a := answer{"GET", 200, http.Header{}, http.Header{"Cache-Control": {"public, max-age=0, s-maxage=60"}}, "tea-1"}
			tc.change(&a)
			r := &http.Request{Method: a.method, Header: a.request}
			boundCaching(r, a.status, a.header, a.scope)
			if diff := cmp.Diff(tc.want, a.header); diff != "" {
				t.Error(diff)
			}
		})
	}
}
