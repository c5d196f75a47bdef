package httpx

import (
	"net/http"
	"strconv"
	"strings"
)

// SharedCaching is the Cache-Control value of an answer that shared caches may
// keep for so many seconds.
func SharedCaching(seconds int) string {
	return "public, max-age=0, s-maxage=" + strconv.Itoa(seconds)
}

// boundCaching is the contract's "Cache classification (final boundary)". Only
// an anonymous 200 GET or HEAD answer that declares `public` with a shared
// freshness lifetime, on a site with a cacheScope, stays cacheable; it varies on
// Cookie and Authorization. Everything else becomes `private, no-store`
// without any header that would tell a CDN otherwise. A 304 is classed as the
// 200 that it stands for, whose Cache-Control it must carry (RFC 9110,
// 15.4.5).
func boundCaching(r *http.Request, status int, h http.Header, scope string) {
	if mayShare(r, status, h, scope) {
		varyByCaller(h)
		return
	}
	h["Cache-Control"] = private
	for name := range h {
		if overridesCDN(name) {
			delete(h, name)
		}
	}
}

func varyByCaller(h http.Header) {
	if h["Vary"] == nil {
		h["Vary"] = varyCaller
	} else {
		h["Vary"] = append(h["Vary"], varyCaller...)
	}
}

func mayShare(r *http.Request, status int, h http.Header, scope string) bool {
	return declaresShared(h["Cache-Control"]) &&
		(status == http.StatusOK || status == http.StatusNotModified) &&
		h["Set-Cookie"] == nil && Shareable(r, scope)
}

// Shareable reports whether the answer to a request may be shared, as far as the request
// and the site's cacheScope decide it: an anonymous GET or HEAD of a site that
// has one; "" is none. The cache boundary and whatever keeps answers in the process go by it.
func Shareable(r *http.Request, scope string) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && anonymous(r) && scope != ""
}

// anonymous reports whether a request has nothing that could name its caller.
func anonymous(r *http.Request) bool {
	h := r.Header
	return h["Cookie"] == nil && h["Authorization"] == nil && h["X-Api-Key"] == nil
}

// declaresShared wants `public` and a positive s-maxage, and nothing that
// takes them back.
func declaresShared(values []string) bool {
	public, fresh := false, false
	for _, value := range values {
		for directive := range strings.SplitSeq(value, ",") {
			name, argument, _ := strings.Cut(strings.TrimSpace(directive), "=")
			switch strings.ToLower(name) {
			case "public":
				public = true
			case "s-maxage":
				seconds, err := strconv.Atoi(argument)
				fresh = err == nil && seconds > 0
			case "private", "no-store", "no-cache":
				return false
			}
		}
	}
	return public && fresh
}

// overridesCDN knows the headers by which an origin overrules Cache-Control
// for the caches in front of it, in their canonical spelling.
func overridesCDN(name string) bool {
	switch name {
	case "Expires", "Surrogate-Control", "X-Accel-Expires", "Edge-Control", "Cache-Tag", "Surrogate-Key":
		return true
	}
	return strings.HasSuffix(name, "Cdn-Cache-Control")
}
