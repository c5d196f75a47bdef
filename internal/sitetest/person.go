package sitetest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/principal"
	"github.com/quartet-dev/quartet/internal/transcript"
)

// person is somebody who is signed in, with the cookies of a real session.
type person struct {
	id      string
	role    string
	cookies transcript.Cookies
}

// address is the one of a person who is named without.
func address(name string) string {
	if strings.Contains(name, "@") {
		return name
	}
	return name + "@example.org"
}

// as reads `As: user ada`, `As: staff editor`, `As: staff editor ada` or
// `As: api-key import scope1 scope2`.
func (s *scratch) as(r *http.Request, who string) (transcript.Cookies, error) {
	words := strings.Fields(who)
	switch {
	case len(words) == 2 && words[0] == "user":
		p, err := s.member(r.Context(), words[1], "")
		return p.cookies, err
	case (len(words) == 2 || len(words) == 3) && words[0] == "staff" && principal.Role(words[1]).IsStaff():
		p, err := s.member(r.Context(), words[len(words)-1], words[1])
		return p.cookies, err
	case len(words) > 1 && words[0] == "api-key":
		secret, err := s.key(r.Context(), words[1], words[2:])
		r.Header.Set("X-API-Key", secret)
		return transcript.Cookies{}, err
	}
	return nil, fmt.Errorf("`As: %s` says nobody; it is `user <name>`, `staff <role> [name]` or `api-key <name> [scope…]`, and a role is %s", who, strings.Join(principal.RoleNames(), ", "))
}

// member signs somebody in, once, and gives them their role.
func (s *scratch) member(ctx context.Context, name, role string) (*person, error) {
	if role == string(principal.Owner) && name == role {
		name = s.owner
	}
	p, err := s.person(ctx, address(name))
	if err != nil || p.role == role {
		return p, err
	}
	if role == "" {
		return p, fmt.Errorf("`As: user %s` has the role %s; say `staff %s %s`", name, p.role, p.role, name)
	}
	if err := s.giveRole(ctx, p, role); err != nil {
		return p, fmt.Errorf("make %s %s: %w", name, role, err)
	}
	p.role = role
	return p, nil
}

// person signs in whoever has an address, behind the owner, who comes first.
func (s *scratch) person(ctx context.Context, email string) (*person, error) {
	if p := s.people[email]; p != nil {
		return p, nil
	}
	if email != s.owner {
		if _, err := s.person(ctx, s.owner); err != nil {
			return &person{}, err
		}
	}
	p := &person{cookies: s.client.Browser("As " + email)}
	if email == s.owner {
		p.role = string(principal.Owner)
	}
	if err := s.signIn(ctx, p, email); err != nil {
		return p, fmt.Errorf("sign %s in: %w", email, err)
	}
	s.people[email] = p
	name, _, _ := strings.Cut(email, "@")
	s.captures["user "+name] = p.id
	return p, nil
}

// signIn opens a link that signs in, as people get one by mail.
func (s *scratch) signIn(ctx context.Context, p *person, email string) error {
	link, err := s.app.SignInLink(ctx, email, "/", time.Minute)
	if err != nil {
		return err
	}
	parsed, err := url.Parse(link)
	if err != nil {
		return err
	}
	if _, err := s.browse(ctx, email, http.MethodGet, parsed.RequestURI(), "", "302"); err != nil {
		return err
	}
	body, err := s.browse(ctx, email, http.MethodGet, "/api/auth/get-session", "", "200")
	if err != nil {
		return err
	}
	var session struct{ User struct{ ID string } }
	if err := json.Unmarshal([]byte(body), &session); err != nil {
		return err
	}
	p.id = session.User.ID
	return nil
}

func (s *scratch) giveRole(ctx context.Context, p *person, role string) error {
	_, err := s.browse(ctx, s.owner, http.MethodPatch, "/admin/api/staff/"+p.id+"/role", `{"role":"`+role+`"}`, "200")
	return err
}

// browse sends a request from the browser of a person.
func (s *scratch) browse(ctx context.Context, email, method, target, body, status string) (string, error) {
	e := &transcript.Exchange{Method: method, Target: target, Body: body, Headers: [][2]string{{"Browser", "As " + email}}}
	_, got, err := s.client.Send(ctx, e, nil)
	if err == nil && got.Status != status {
		err = fmt.Errorf("%s %s answers %s: %s", method, target, got.Status, got.Body)
	}
	return got.Body, err
}

// key makes an API key, once for a name and scopes.
func (s *scratch) key(ctx context.Context, name string, scopes []string) (string, error) {
	known := name + " " + strings.Join(scopes, " ")
	if secret := s.keys[known]; secret != "" {
		return secret, nil
	}
	if _, err := s.person(ctx, s.owner); err != nil {
		return "", err
	}
	_, secret, err := s.app.APIKeys().Create(ctx, app.NewAPIKey{Name: name, Scopes: scopes})
	if err != nil {
		return "", fmt.Errorf("make the API key %s: %w", name, err)
	}
	s.keys[known] = secret
	return secret, nil
}
