package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// greeting is a Procedure behind a ref key.
const greeting = `apiVersion: quartet/v1
kind: Procedure
metadata: { name: greet }
spec:
  input: { type: object, properties: { name: { type: string } }, required: [name] }
  output: { type: object, properties: { text: { type: string } }, required: [text] }
  handler: { kind: ref, ref: greeting.greet }
`

// handlersFolder is a site with these files, and what quartet generate writes for
// it.
func handlersFolder(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	needNode(t)
	dir = t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, name), text)
	}
	writeFile(t, filepath.Join(dir, "handlers", "tsconfig.json"), `{ "extends": "../.service/generated/handlers.tsconfig.json" }`)
	if out, err := exec.Command(program, "generate", "--manifests", filepath.Join(dir, "manifests")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

func wantTypes(t *testing.T, arguments ...string) {
	t.Helper()
	if out, err := node(t, nil, append([]string{"node_modules/typescript/bin/tsc"}, arguments...)...); err != nil {
		t.Errorf("tsc %q: %v\n%s", arguments, err, out)
	}
}

// What handlers have is declared exactly: everything that is declared compiles
// with the globals of browsers as well, and what only browsers or Node have does not
// compile in a handler. The module of the site compiles there, too, also where the
// site has no Schema.
func TestTheGlobalsOfHandlersAreDeclared(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"manifests/greeting.yaml": greeting,
		"handlers/greeting.ts": `import type { ServiceHandlers } from '../.service/generated/service'

export const greet: ServiceHandlers<{ SHOP: string }>['greeting.greet'] = async ({ name }, ctx) => {
  await ctx.mail.send({ to: [ctx.env.SHOP], subject: name, text: ctx.format.date(new Date(), { style: 'long', time: true, timeZone: 'Europe/Berlin' }) })
  const price: string = ctx.format.money(1250, 'EUR', { locale: 'de' }) + ctx.format.number(12n, { minimumFractionDigits: 2 })
  await fetch('https://tea.example', { signal: AbortSignal.any([ctx.signal, AbortSignal.timeout(5000)]) })
  // @ts-expect-error a message has a text
  void ctx.mail.send({ to: 'ann@tea.example', subject: name })
  return { text: price }
}
`,
	}
	for _, name := range []string{"globals.ts", "missing.ts"} {
		text, err := os.ReadFile(filepath.Join("handlers", name))
		if err != nil {
			t.Fatal(err)
		}
		files["handlers/"+name] = string(text)
	}
	dir := handlersFolder(t, files)
	wantTypes(t, "-p", filepath.Join(dir, "handlers"))
	wantTypes(t, "--noEmit", "--strict", "--target", "ES2023", "--lib", "ES2023,DOM,DOM.Iterable", "--typeRoots", "none", filepath.Join("handlers", "globals.ts"))
}
