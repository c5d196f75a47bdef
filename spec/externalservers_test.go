package spec

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/auth/external/externaltest"
	"github.com/quartet-dev/quartet/internal/mail/mailtest"
)

// externalServers are the servers that a site speaks to. Each runs for the sites
// that name it.
type externalServers struct {
	mail     *mailtest.Server
	codeHost *externaltest.CodeHost
	openID   *externaltest.OpenID
}

// fillAddresses starts the servers that a file of the site names, and puts their
// addresses in: {{mail}}, {{codehost}} and {{openid}}.
func (n *externalServers) fillAddresses(t *testing.T, text string) string {
	t.Helper()
	if strings.Contains(text, "{{mail}}") {
		if n.mail == nil {
			n.mail = mailtest.Open(t)
		}
		text = strings.ReplaceAll(text, "{{mail}}", n.mail.URL)
	}
	if strings.Contains(text, "{{codehost}}") {
		if n.codeHost == nil {
			n.codeHost = externaltest.NewCodeHost(t, externaltest.Person{})
		}
		text = strings.ReplaceAll(text, "{{codehost}}", n.codeHost.URL)
	}
	if strings.Contains(text, "{{openid}}") {
		if n.openID == nil {
			n.openID = externaltest.NewOpenID(t, nil)
		}
		text = strings.ReplaceAll(text, "{{openid}}", n.openID.URL)
	}
	return text
}

// message waits for the next message to an address.
func (n *externalServers) message(t *testing.T, to string) map[string]any {
	t.Helper()
	l := n.mail.Next(t, to)
	return map[string]any{"subject": l.Subject, "code": l.Code(), "link": l.Link()}
}

// signIn goes to a provider as the browser of the person in body would, who is
// known and believed there, and tells where it is sent back to.
func (n *externalServers) signIn(t *testing.T, url string, body map[string]any) string {
	t.Helper()
	if n.codeHost != nil && strings.HasPrefix(url, n.codeHost.URL) {
		id, _ := body["id"].(float64)
		login, _ := body["login"].(string)
		email, _ := body["email"].(string)
		n.codeHost.Person = externaltest.Person{ID: int64(id), Login: login, Email: email, Verified: body["verified"] == true, Unmentioned: email == ""}
	} else if n.openID != nil {
		n.openID.Person, n.openID.UserInfo = body, body
	}
	return externaltest.Visit(t, url).String()
}
