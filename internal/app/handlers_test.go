package app_test

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/script"
)

const shop = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: parcels }
spec: { title: Parcels, schema: { type: object, properties: { grams: { type: integer } } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: quote }
spec: { input: { type: object, properties: { grams: { type: integer } } }, output: { type: object }, handler: { kind: ref, ref: shipping.quote } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: check }
spec: { input: { type: object }, output: {}, handler: { kind: ref, ref: check } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: check }
spec: { source: { kind: lifecycle, schema: parcels, on: [before_create], errorPolicy: abort }, target: { procedure: check } }
`

const (
	shipping = `import { rate } from './rates'
type Input = { grams: number }
export const quote = async (input: Input, ctx: any) => ({ cents: Math.ceil(input.grams / 1000) * rate, key: ctx.env.SHOP_KEY })
`
	rates = "export const rate = 250\n"
	check = `export default (input: { grams: number }, ctx: any) => {
  if (input.grams > 5000) throw ctx.fail('TOO_HEAVY', '/grams', 'That is too heavy.')
}
`
)

func shopFiles() map[string]string {
	return map[string]string{
		"manifests/shop.yaml": shop, "quartet.yaml": "handlers: { env: [SHOP_KEY] }\n", ".env": "SHOP_KEY=from-the-file\n",
		"handlers/shipping.ts": shipping, "handlers/rates.ts": rates, "handlers/check.ts": check,
	}
}

// onDisk writes a site and gives its options.
func onDisk(t *testing.T, files map[string]string) app.Options {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return app.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)}
}

func opened(t *testing.T, o app.Options) *app.App {
	t.Helper()
	a, err := app.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// Handler: the functions below handlers/ are behind their ref keys, on disk and in
// an fs.FS, and read the variables that the settings name.
func TestHandlersOfTheFolderAnswer(t *testing.T) {
	embedded := app.Options{FS: folder(shopFiles()), Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)}
	for name, o := range map[string]app.Options{"on disk": onDisk(t, shopFiles()), "as an fs.FS": embedded} {
		t.Run(name, func(t *testing.T) {
			a := opened(t, o)
			got, err := a.Invoke(t.Context(), content.Caller{}, "quote", map[string]any{"grams": 1500})
			if diff := cmp.Diff(any(map[string]any{"cents": int64(500), "key": "from-the-file"}), got); diff != "" || err != nil {
				t.Error(err, diff)
			}
			if files := a.HandlerFiles(); !strings.HasSuffix(files["shipping.quote"], "handlers/shipping.ts") || len(files) != 2 {
				t.Error(files)
			}
		})
	}
}

func TestAHandlerOfTheProgramComesFirst(t *testing.T) {
	o := onDisk(t, shopFiles())
	o.Handlers = func(*app.App) map[string]content.Handler {
		return map[string]content.Handler{"shipping.quote": func(context.Context, *content.Call, map[string]any) (any, error) {
			return map[string]any{"by": "the program"}, nil
		}}
	}
	got, err := opened(t, o).Invoke(t.Context(), content.Caller{}, "quote", nil)
	if diff := cmp.Diff(any(map[string]any{"by": "the program"}), got); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

// Boot-phase diagnostics: what is wrong with the handlers of the folder is said with
// everything else, and what to do about a key that nothing is registered for.
func TestHandlersThatCannotServeStopTheStart(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"no folder": {
			files: map[string]string{"handlers/shipping.ts": "", "handlers/check.ts": "", "handlers/rates.ts": ""},
			want: `
manifests/shop.yaml:10:129: HANDLER_NOT_REGISTERED; Write handlers/shipping.ts and export a function named quote, or run the Go program that has the key in quartet.Options.Handlers.
manifests/shop.yaml:15:73: HANDLER_NOT_REGISTERED; Write handlers/check.ts and export a default function, or run the Go program that has the key in quartet.Options.Handlers.
`,
		},
		"no export": {
			files: map[string]string{"handlers/shipping.ts": "export const quotes = 1\n"},
			want: `
manifests/shop.yaml:10:129: HANDLER_NOT_REGISTERED; handlers/shipping.ts exports quotes; export a function named quote.
`,
		},
		"a syntax error, beside a file that is missing and a setting": {
			files: map[string]string{"handlers/shipping.ts": "export const quote = (\n", "handlers/check.ts": "", "quartet.yaml": "sight: {}\n"},
			want: `
handlers/shipping.ts:2:1: HANDLER_SYNTAX_INVALID; 
manifests/shop.yaml:15:73: HANDLER_NOT_REGISTERED; Write handlers/check.ts and export a default function, or run the Go program that has the key in quartet.Options.Handlers.
quartet.yaml:1:1: SETTINGS_INVALID; 
`,
		},
		"a module that throws": {
			files: map[string]string{"handlers/rates.ts": "export const rate = 250\nnull.x\n"},
			want: `
handlers/rates.ts:2:1: HANDLER_EVALUATION_FAILED; 
`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := shopFiles()
			maps.Copy(files, test.files)
			maps.DeleteFunc(files, func(_, text string) bool { return text == "" })
			o := onDisk(t, files)
			_, err := app.Open(t.Context(), o)
			if diff := cmp.Diff(test.want, "\n"+said(o.Dir, err)); diff != "" {
				t.Errorf("%s%v", diff, err)
			}
			if _, err := os.Stat(filepath.Join(o.Dir, ".service")); err == nil {
				t.Error("a site that cannot start left a database")
			}
		})
	}
}

func said(dir string, err error) string {
	var text strings.Builder
	for _, d := range app.DiagnosticsOf(err) {
		if d.Source == nil {
			d.Source = &diag.Source{}
		}
		at := strings.TrimPrefix(d.Source.File, filepath.ToSlash(dir)+"/")
		_ = diag.Text{}.Write(&text, diag.List{{Code: d.Code + "; " + diag.Code(d.Suggestion), Source: &diag.Source{File: at, Line: d.Source.Line, Column: d.Source.Column}}})
	}
	return strings.ReplaceAll(text.String(), " \n", "\n")
}

// Hooks fire on every write path: those of the folder also when its seeds are loaded.
func TestSeedsGoThroughTheHooksOfTheFolder(t *testing.T) {
	files := shopFiles()
	files["seed/parcels.yaml"] = "collection: parcels\ndata: { grams: 100 }\n---\ncollection: parcels\ndata: { grams: 9000 }\n"
	report, err := app.Seed(t.Context(), onDisk(t, files), nil)
	if report.Loaded != 1 || err == nil || !strings.Contains(err.Error(), "TOO_HEAVY") {
		t.Errorf("%+v, %v", report, err)
	}
}

// What looks after the tables calls no handler, and needs none that works.
func TestTablesAreLookedAfterWhateverTheHandlersAre(t *testing.T) {
	files := shopFiles()
	files["handlers/check.ts"] = "export default (\n"
	if _, err := app.Migrate(t.Context(), onDisk(t, files), false); err != nil {
		t.Error(err)
	}
}

// A handler that fails is an INTERNAL_ERROR, and behind it stands where.
func TestAFailureNamesThePlaceInTheTypeScript(t *testing.T) {
	files := shopFiles()
	files["handlers/rates.ts"] = "export const rate = 250\n"
	files["handlers/shipping.ts"] = "type T = string\n\nexport const quote = async (input: { grams: number }) => {\n  const missing = undefined as any\n  return missing.rate\n}\n"
	a := opened(t, onDisk(t, files))
	_, err := a.Invoke(t.Context(), content.Caller{}, "quote", map[string]any{"grams": 1})
	var failure *script.Failure
	if !errors.As(err, &failure) || !diag.HasCode(err, diag.InternalError) || len(failure.Frames) == 0 {
		t.Fatalf("%v", err)
	}
	at := failure.Frames[0]
	if !strings.HasSuffix(at.File, "/handlers/shipping.ts") || at.Line != 5 || !strings.Contains(at.Excerpt, "    5 |   return missing.rate") {
		t.Errorf("%+v", at)
	}
}
