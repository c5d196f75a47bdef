package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet"
	public "github.com/quartet-dev/quartet/page"
)

// Public page routes: unpublished content is rendered live with ?preview=1. Each
// note is read where its text says.
func TestPublicPath(t *testing.T) {
	files := byMail()
	files["manifests/site.yaml"] = teaSite
	s := newSignInSite(t, files, func(o *quartet.Options) {
		o.PublicPath = func(_ context.Context, e *quartet.Entry) string { return e.Data["text"].(string) }
	})
	owner := newVisitor(t)
	owner.signIn(s, "owner@tea.example")
	for name, c := range map[string]struct{ text, draft, published string }{
		"a path":                   {"/notes/a b", "/notes/a%20b?preview=1", "/notes/a%20b"},
		"a path in another script": {"/茶/壺", "/%E8%8C%B6/%E5%A3%BA?preview=1", "/%E8%8C%B6/%E5%A3%BA"},
		"parameters of its own":    {"/notes?id=7&preview=0#end", "/notes?id=7&preview=1#end", "/notes?id=7&preview=0#end"},
		"a page elsewhere":         {"https://tea.example/notes/a", "https://tea.example/notes/a?preview=1", "https://tea.example/notes/a"},
		"nowhere":                  {"", "", ""},
		"no path":                  {"notes/a", "", ""},
		"another host":             {"//evil.example/notes", "", ""},
		"another host, for some":   {`/\evil.example/notes`, "", ""},
		"a script":                 {"javascript:alert(1)", "", ""},
		"a file":                   {"file:///etc/passwd", "", ""},
		"a password":               {"https://tea:pot@tea.example/", "", ""},
		"no URL":                   {"/%zz", "", ""},
		"a reserved path":          {"/api/auth/x", "", ""},
		"a reserved path, respelt": {"/notes/..//%61dmin?x=1", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			body, err := json.Marshal(map[string]any{"data": map[string]any{"text": c.text}})
			if err != nil {
				t.Fatal(err)
			}
			made := owner.admin(s, 201, "POST", "/entries?collection=notes", string(body))
			id := made["entry"].(map[string]any)["id"].(string)
			read := owner.admin(s, 200, "GET", "/entries/"+id+"?collection=notes", "")
			published := owner.admin(s, 200, "POST", "/entries/"+id+"/publish?collection=notes", "{}")
			got := []any{made["page"], read["page"], published["page"]}
			if diff := cmp.Diff([]any{orNothing(c.draft), orNothing(c.draft), orNothing(c.published)}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	made := owner.admin(s, 201, "POST", "/entries?collection=notes", `{"data":{}}`)
	if made["page"] != nil || !strings.Contains(s.log.String(), "PublicPath gives no page") {
		t.Errorf("a draft without a text is read at %v", made["page"])
	}
}

func orNothing(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// Who calls a route of the program's own is whom a Trigger would find.
func TestCallersOfRoutesOfTheProgram(t *testing.T) {
	var s *signInSite
	files := byMail()
	files["manifests/site.yaml"] = teaSite
	s = newSignInSite(t, files, func(o *quartet.Options) {
		o.Mount = []quartet.Route{{Path: "/desk", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			caller, err := s.Caller(w, r)
			switch {
			case err != nil:
				http.Error(w, string(quartet.CodeOf(err)), http.StatusUnauthorized)
			case caller.Staff != nil:
				_, _ = io.WriteString(w, caller.Staff.Role)
			case caller.User != nil:
				_, _ = io.WriteString(w, "user")
			case caller.Auth != nil:
				_, _ = io.WriteString(w, caller.Auth.Credential)
			}
		})}}
	})
	owner, someone, nobody := newVisitor(t), newVisitor(t), newVisitor(t)
	owner.signIn(s, "owner@tea.example")
	someone.signIn(s, "someone@tea.example")
	_, secret, err := s.APIKeys().Create(t.Context(), quartet.NewAPIKey{Name: "kettle"})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		by            *visitor
		authorization string
		status        int
		body          string
	}{
		"nobody":     {nobody, "", 200, ""},
		"a user":     {someone, "", 200, "user"},
		"staff":      {owner, "", 200, "owner"},
		"a key":      {nobody, "Bearer " + secret, 200, "api-key"},
		"a bad key":  {owner, "Bearer qk_x", 401, "UNAUTHENTICATED\n"},
		"a bad word": {nobody, "Basic x", 401, "UNAUTHENTICATED\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var header []string
			if c.authorization != "" {
				header = []string{"Authorization", c.authorization}
			}
			if got := c.by.want(c.status, c.by.send("GET", s.origin+"/desk", "", header...)); got.body != c.body {
				t.Errorf("the program hears of %q", got.body)
			}
		})
	}
}

// pages.md: PublicPath stays for what the routes do not answer.
func TestPublicPathIsAskedWhereThereIsNoPage(t *testing.T) {
	files := byMail()
	files["quartet.yaml"] += "routes: { collections: [{ collection: leaves }] }\n"
	files["manifests/site.yaml"] = teaSite + `---
apiVersion: quartet/v1
kind: Schema
metadata: { name: leaves }
spec: { title: Leaves, uniqueIndexes: [[slug]], schema: { type: object, properties: { slug: { type: string } } } }
`
	s := newSignInSite(t, files, func(o *quartet.Options) {
		o.PublicPath = func(_ context.Context, e *quartet.Entry) string { return "/own/" + e.Collection }
	})
	owner := newVisitor(t)
	owner.signIn(s, "owner@tea.example")
	for name, c := range map[string]struct{ collection, data, want string }{
		"an entry with a page":      {"leaves", `{"slug":"aroma"}`, "/leaves/aroma?preview=1"},
		"an entry without a slug":   {"leaves", `{}`, "/own/leaves?preview=1"},
		"a collection without them": {"notes", `{}`, "/own/notes?preview=1"},
	} {
		made := owner.admin(s, 201, "POST", "/entries?collection="+c.collection, `{"data":`+c.data+`}`)
		if made["page"] != c.want {
			t.Errorf("%s is read at %v, want %s", name, made["page"], c.want)
		}
	}
}

// A home that a program renders is rendered by it in previews, too.
func TestARendererShowsPreviews(t *testing.T) {
	files := byMail()
	files["quartet.yaml"] += "routes: { home: { collection: leaves, slug: home } }\n"
	files["manifests/site.yaml"] = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: leaves }
spec: { title: Leaves, uniqueIndexes: [[slug]], schema: { type: object, properties: { slug: { type: string }, title: { type: string } } } }
`
	s := newSignInSite(t, files, func(o *quartet.Options) {
		o.Pages = &public.Options{Home: func(_ context.Context, w io.Writer, r *public.Render) error {
			_, err := fmt.Fprintf(w, "own %s %v", r.Page.Entry.Title, r.Page.Preview)
			return err
		}}
	})
	owner := newVisitor(t)
	owner.signIn(s, "owner@tea.example")
	made := owner.admin(s, 201, "POST", "/entries?collection=leaves", `{"data":{"slug":"home","title":"Steep"}}`)
	if p := owner.want(200, owner.send("GET", s.origin+"/?preview=1", "")); p.body != "own Steep true" {
		t.Error(p.body)
	}
	if p := newVisitor(t).send("GET", s.origin+"/", ""); p.status != 404 {
		t.Error(p.status, p.body)
	}
	id := made["entry"].(map[string]any)["id"].(string)
	unsaved := owner.send("POST", s.origin+"/admin/api/entries/"+id+"/preview?collection=leaves", `{"data":{"slug":"home","title":"Pour"}}`)
	if p := owner.want(200, unsaved); !strings.Contains(p.body, "own Pour true") {
		t.Error(p.body)
	}
	owner.admin(s, 200, "POST", "/entries/"+id+"/publish?collection=leaves", "{}")
	if p := newVisitor(t).send("GET", s.origin+"/", ""); p.status != 200 || p.body != "own Steep false" {
		t.Error(p.status, p.body)
	}
}
