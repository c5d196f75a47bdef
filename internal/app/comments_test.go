package app_test

import (
	"strings"
	"testing"
)

const titled = `---
apiVersion: quartet/v1
kind: Schema
metadata: { name: leaves }
spec: { title: Leaves, schema: { type: object, properties: { title: { type: string } } } }
`

// The mail about a mention names the entry as lists do, in one line of its body: a title
// that holds breaks adds no header and no line.
func TestAMentionNamesTheEntry(t *testing.T) {
	files := byMail()
	files["manifests/site.yaml"] = teaSite + titled
	s := newSignInSite(t, files, nil)
	owner, editor := newVisitor(t), newVisitor(t)
	owner.signIn(s, "owner@tea.example")
	owner.admin(s, 201, "POST", "/staff/invitations", `{"email":"eve@tea.example","role":"editor"}`)
	s.post.Next(t, "eve@tea.example")
	editor.signIn(s, "eve@tea.example")
	id := editor.admin(s, 200, "GET", "/me", "")["userId"].(string)

	made := owner.admin(s, 201, "POST", "/entries?collection=leaves", `{"data":{"title":"Sencha\r\nBcc: all@tea.example"}}`)
	entry := made["entry"].(map[string]any)["id"].(string)
	owner.admin(s, 201, "POST", "/entries/"+entry+"/comments?collection=leaves", `{"text":"<@`+id+`> look\n.\nnow"}`)

	letter := s.post.Next(t, "eve@tea.example")
	if !strings.Contains(letter.Text, "Sencha  Bcc: all@tea.example") || !strings.Contains(letter.Text, "look . now") {
		t.Errorf("the letter says %q", letter.Text)
	}
	if letter.Header.Get("Bcc") != "" || strings.Contains(letter.Header.Get("Subject"), "\n") {
		t.Errorf("its header is %v", letter.Header)
	}
}
