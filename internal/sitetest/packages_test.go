package sitetest

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/app"
)

// Handlers have the packages of the site's folder, in a test as when it is served.
func TestHandlersHaveTheirPackages(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"manifests/greeting.yaml": "apiVersion: quartet/v1\nkind: Procedure\nmetadata: { name: greet }\n" +
			"spec: { input: { type: object }, output: { type: object }, handler: { kind: ref, ref: greeting.greet } }\n",
		"handlers/greeting.ts":            "import { word } from 'words'\nexport const greet = () => ({ word })\n",
		"node_modules/words/package.json": `{ "name": "words", "exports": "./index.js" }`,
		"node_modules/words/index.js":     "export const word = 'hello'\n",
		"tests/greeting.txtar":            "-- transcript --\n> CALL greet\n< 200\n{\"ok\": true, \"data\": {\"word\": \"hello\"}}\n",
	} {
		writeFile(t, dir, name, text)
	}
	results := run(t, Options{Site: app.Options{Dir: dir}})
	for i := range results {
		if !results[i].OK() {
			t.Error(strings.Join(said(&results[i]), "\n"))
		}
	}
}
