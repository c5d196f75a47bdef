package externaltest

import "testing"

// Person is who signs in at a code host.
type Person struct {
	ID                    int64
	Login, Name, Image    string
	Email                 string
	Verified, Unmentioned bool // of Email: verified; left out of the answer
}

// CodeHost is a code host.
type CodeHost struct {
	*Server
	Person Person
}

// NewCodeHost starts a code host where Person signs in.
func NewCodeHost(t testing.TB, p Person) *CodeHost {
	t.Helper()
	server, mux := start(t, ClientSecret)
	host := &CodeHost{server, p}
	mux.HandleFunc("GET /login/oauth/authorize", server.authorize(nil))
	mux.HandleFunc("POST /login/oauth/access_token", server.redeem(func(string, grant) map[string]any {
		return map[string]any{"scope": "read:user,user:email"}
	}))
	mux.HandleFunc("GET /api/v3/user", server.withToken(host.user))
	mux.HandleFunc("GET /api/v3/user/emails", server.withToken(host.emails))
	return host
}

func (h *CodeHost) user() any {
	p := h.Person
	return map[string]any{"id": p.ID, "login": p.Login, "name": p.Name, "avatar_url": p.Image, "email": "public@elsewhere.example"}
}

func (h *CodeHost) emails() any {
	list := []map[string]any{
		{"email": "old@elsewhere.example", "primary": false, "verified": true},
	}
	if !h.Person.Unmentioned {
		list = append(list, map[string]any{"email": h.Person.Email, "primary": true, "verified": h.Person.Verified})
	}
	return list
}
