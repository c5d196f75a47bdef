package cli

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/page"
)

// A site that a program has within it is validated there, its settings too.
func TestValidateLooksIntoTheProgram(t *testing.T) {
	site := fstest.MapFS{
		"quartet.yaml":         {Data: []byte("locales: [nonsense]\n")},
		"manifests/notes.yaml": {Data: []byte("apiVersion: quartet/v1\nkind: Schema\nmetadata: { name: notes }\nspec: { schema: { type: nonsense } }\n")},
	}
	var stdout, stderr bytes.Buffer
	code := run([]string{"validate", "--phase", "deploy"}, app.Options{FS: site}, &terminal{name: "tea", stdout: &stdout, stderr: &stderr})
	for _, file := range []string{`"quartet.yaml"`, `"manifests/notes.yaml"`} {
		if code != exitFailed || !strings.Contains(stdout.String(), file) {
			t.Errorf("exit code %d, and nothing about %s:\n%s%s", code, file, &stdout, &stderr)
		}
	}
}

// What a program brings to the pages is a part of the site.
func TestValidateAndTheDoctorKnowThePagesOfTheProgram(t *testing.T) {
	site := fstest.MapFS{"manifests/notes.yaml": {Data: []byte(
		"apiVersion: quartet/v1\nkind: Schema\nmetadata: { name: notes }\nspec: { title: Notes, schema: { type: object, properties: { slug: { type: string } } } }\n")}}
	for command, route := range map[string]struct {
		args []string
		page page.Route
		want string
	}{
		"validate": {[]string{"validate", "--phase", "deploy"}, page.Route{Collection: "notes"}, "options#/pages/routes/collections/0/slug"},
		"doctor":   {[]string{"doctor", "--json"}, page.Route{Collection: "notes", Segment: "a/b"}, "options#/pages/routes/collections/0/segment"},
		"migrate":  {[]string{"migrate"}, page.Route{Collection: "notes"}, "No unique index of notes"},
	} {
		program := app.Options{FS: site, Dir: t.TempDir(), Pages: &page.Options{Routes: &page.Routes{Collections: []page.Route{route.page}}}}
		var stdout, stderr bytes.Buffer
		run(route.args, program, &terminal{name: "tea", stdout: &stdout, stderr: &stderr})
		if said := stdout.String() + stderr.String(); !strings.Contains(said, route.want) {
			t.Errorf("%s says nothing of the routes: %s", command, said)
		}
	}
}

// The doctor names a file of such a site as every other command does.
func TestTheDoctorLooksIntoTheProgram(t *testing.T) {
	site := fstest.MapFS{"quartet.yaml": {Data: []byte("nonsense: 1\n")}}
	var stdout, stderr bytes.Buffer
	run([]string{"doctor", "--json"}, app.Options{Dir: t.TempDir(), FS: site}, &terminal{name: "tea", stdout: &stdout, stderr: &stderr})
	if !strings.Contains(stdout.String(), `"file": "quartet.yaml"`) {
		t.Errorf("%s%s", &stdout, &stderr)
	}
}
