package cli

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/quartet-dev/quartet/internal/app"
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

// The doctor names a file of such a site as every other command does.
func TestTheDoctorLooksIntoTheProgram(t *testing.T) {
	site := fstest.MapFS{"quartet.yaml": {Data: []byte("nonsense: 1\n")}}
	var stdout, stderr bytes.Buffer
	run([]string{"doctor", "--json"}, app.Options{Dir: t.TempDir(), FS: site}, &terminal{name: "tea", stdout: &stdout, stderr: &stderr})
	if !strings.Contains(stdout.String(), `"file": "quartet.yaml"`) {
		t.Errorf("%s%s", &stdout, &stderr)
	}
}
