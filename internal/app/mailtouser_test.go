package app_test

import (
	"strings"
	"testing"
)

const tellingSite = echoSite + `---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: tell }
spec:
  requires: { auth: { all: [ctx.user] } }
  input: { type: object, required: [whom], properties: { whom: { type: array, items: { type: string } }, to: { type: array, items: { type: string } } } }
  output: { type: object }
  handler: { kind: ref, ref: letters.tell }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: tell }
spec: { source: { kind: http, method: POST, path: /api/tell }, target: { procedure: tell } }
`

// A handler writes to users by their ids, and learns neither an address nor who there is
// (decision 346).
func TestMailToAUserByID(t *testing.T) {
	files := byMail()
	files["manifests/site.yaml"] = tellingSite
	files["handlers/letters.js"] = `export const tell = async ({ whom, to }, ctx) => {
  const toUser = whom.map((each) => (each === 'me' ? ctx.user.id : each))
  return { sent: (await ctx.mail.send({ to, toUser, subject: 'Tea', text: 'It is ready.' })) ?? null }
}`
	s := newSignInSite(t, files, nil)
	ann := newVisitor(t)
	ann.signIn(s, "ann@tea.example")
	tell := func(status int, body string) string {
		return ann.want(status, ann.send("POST", s.origin+"/api/tell", body)).body
	}

	for name, body := range map[string]string{
		"a user":              `{"whom":["me"]}`,
		"a user named twice":  `{"whom":["me","me"]}`,
		"one who is also to":  `{"whom":["me"],"to":["ann@tea.example"]}`,
		"a user and a nobody": `{"whom":["nobody","me"]}`,
	} {
		answer := tell(200, body)
		if letter := s.post.Next(t, "ann@tea.example"); !strings.Contains(letter.Text, "It is ready.") || strings.Contains(answer, "ann@") {
			t.Errorf("%s: the letter says %q, and the caller is told %s", name, letter.Text, answer)
		}
	}
	if nobody, somebody := tell(200, `{"whom":["nobody"]}`), tell(200, `{"whom":["me"]}`); nobody != somebody {
		t.Errorf("an id of nobody is told apart: %s, %s", nobody, somebody)
	}
	s.post.Next(t, "ann@tea.example")
	if left := s.post.Messages(); len(left) > 0 {
		t.Errorf("somebody got one more: %v", left)
	}
	tell(400, `{"whom":[]}`)
	tell(400, `{"whom":[""]}`)
	tell(400, `{"whom":["\u0000"]}`)
	tell(400, `{"whom":["1","2","3","4","5","6","7","8","9","10","11"]}`)
	refused := map[string]int{}
	for _, whom := range []string{"me", "somebody-else"} {
		for refused[whom] < 20 && ann.send("POST", s.origin+"/api/tell", `{"whom":["`+whom+`"]}`).status == 200 {
			refused[whom]++
		}
	}
	if refused["me"] >= 10 || refused["somebody-else"] != 10 {
		t.Errorf("limits tell a user from nobody: %v", refused)
	}
	if !strings.Contains(s.log.String(), "the site has no address of theirs") {
		t.Error("the log does not say who got nothing")
	}
}
