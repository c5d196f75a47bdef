package spec

import (
	"net/http"
)

// browser keeps the cookies of whoever `Browser: name` names.
type browser map[string]string

// take keeps what an answer sets and forgets what it clears. Domain and path
// are not looked at: a transcript is one site.
func (b browser) take(cookies []*http.Cookie) {
	for _, each := range cookies {
		if each.MaxAge < 0 {
			delete(b, each.Name)
		} else {
			b[each.Name] = each.Value
		}
	}
}

func (b browser) send(r *http.Request) {
	for name, value := range b {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
}

func (s *site) browser(name string) browser {
	if s.browsers[name] == nil {
		s.browsers[name] = browser{}
	}
	return s.browsers[name]
}
