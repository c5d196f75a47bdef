package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const teaSite = echoSite + `---
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, schema: { type: object, properties: { text: { type: string } } } }
`

// newAdminSite is a site with an owner, who has signed in.
func newAdminSite(t *testing.T) (*signInSite, *visitor) {
	t.Helper()
	files := byMail()
	files["manifests/site.yaml"] = teaSite
	s := newSignInSite(t, files, nil)
	owner := newVisitor(t)
	owner.signIn(s, "owner@tea.example")
	return s, owner
}

// admin asks the Admin API and decodes what it says.
func (v *visitor) admin(s *signInSite, status int, method, path, body string) map[string]any {
	v.t.Helper()
	p := v.want(status, v.send(method, s.origin+"/admin/api"+path, body))
	var decoded map[string]any
	if err := json.Unmarshal([]byte(p.body), &decoded); err != nil {
		v.t.Fatalf("%s %s: %v", method, path, err)
	}
	return decoded
}

// "What needs a session": staff, by the role of this moment.
func TestAdminIsForSignedInStaff(t *testing.T) {
	s, owner := newAdminSite(t)
	someone, editor := newVisitor(t), newVisitor(t)
	someone.admin(s, 401, "GET", "/me", "")
	someone.signIn(s, "someone@tea.example")
	if got := someone.admin(s, 403, "GET", "/me", ""); got["minimumRole"] != "contributor" {
		t.Errorf("a user without a role is told %v", got)
	}
	if me := owner.admin(s, 200, "GET", "/me", ""); me["role"] != "owner" || me["email"] != "owner@tea.example" {
		t.Errorf("the owner is %v", me)
	}

	invitation := owner.admin(s, 201, "POST", "/staff/invitations", `{"email":"eve@tea.example","role":"editor"}`)
	if letter := s.post.Next(t, "eve@tea.example"); invitation["emailSent"] != true || !strings.Contains(letter.Text, s.origin) {
		t.Errorf("the invitation is %v, its letter %q", invitation, letter.Text)
	}
	editor.signIn(s, "eve@tea.example")
	me := editor.admin(s, 200, "GET", "/me", "")
	if me["role"] != "editor" {
		t.Fatalf("who was invited is %v", me)
	}
	editor.admin(s, 403, "GET", "/staff", "")
	if members := editor.admin(s, 200, "GET", "/members?limit=2", ""); len(members["items"].([]any)) != 2 || members["nextCursor"] == nil {
		t.Errorf("the members are %v", members)
	}
	id := me["userId"].(string)
	owner.admin(s, 200, "PATCH", "/staff/"+id+"/role", `{"role":null}`)
	editor.admin(s, 401, "GET", "/me", "") // their sessions are over

	own := owner.admin(s, 200, "GET", "/me", "")["userId"].(string)
	for _, refused := range []struct {
		status                   int
		method, path, body, want string
	}{
		{409, "PATCH", "/staff/" + own + "/role", `{"role":"editor"}`, "input#"},
		{400, "PATCH", "/staff/" + id + "/role", `{"role":"chef"}`, "input#/role"},
		{404, "PATCH", "/staff/none/role", `{"role":"editor"}`, "input#"},
		{409, "DELETE", "/staff/invitations/" + invitation["id"].(string), "", "input#"},
		{404, "DELETE", "/staff/invitations/none", "", "input#"},
	} {
		got := owner.admin(s, refused.status, refused.method, refused.path, refused.body)
		if path := got["diagnostic"].(map[string]any)["path"]; path != refused.want {
			t.Errorf("%s %s points at %q, want %q", refused.method, refused.path, path, refused.want)
		}
	}
}

// Who became what, and through which surface.
func TestTheAuditLogOfStaff(t *testing.T) {
	s, owner := newAdminSite(t)
	invitation := owner.admin(s, 201, "POST", "/staff/invitations", `{"email":"eve@tea.example","role":"editor"}`)
	owner.admin(s, 200, "DELETE", "/staff/invitations/"+invitation["id"].(string), "")
	owner.admin(s, 201, "POST", "/staff/invitations", `{"email":"eve@tea.example","role":"editor"}`)
	for range 2 {
		s.post.Next(t, "eve@tea.example") // the invitations
	}
	eve := newVisitor(t)
	eve.signIn(s, "eve@tea.example")
	id := eve.admin(s, 200, "GET", "/me", "")["userId"].(string)
	owner.admin(s, 200, "PATCH", "/staff/"+id+"/role", `{"role":null}`)
	owner.admin(s, 201, "POST", "/entries?collection=notes", `{"data":{"text":"x"}}`)

	want := []string{
		"admin by session create null", `admin by session change-role {"role":null}`, `sign-in by <nil> change-role {"role":"editor"}`,
		`admin by session invite {"email":"eve@tea.example","role":"editor"}`, "admin by session delete-invitation null",
		`admin by session invite {"email":"eve@tea.example","role":"editor"}`, `sign-in by <nil> change-role {"role":"owner"}`,
	}
	var got []string
	for _, item := range owner.admin(s, 200, "GET", "/audit", "")["items"].([]any) {
		line := item.(map[string]any)
		after, err := json.Marshal(line["after"])
		if err != nil || line["actor"] == nil {
			t.Errorf("%v: %v", line, err)
		}
		got = append(got, fmt.Sprintf("%v by %v %v %s", line["surface"], line["credential"], line["action"], after))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
