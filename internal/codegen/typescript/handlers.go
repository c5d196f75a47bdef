package typescript

import _ "embed"

// The files beside the module of a site with ref keys, for who writes their
// handlers in TypeScript: what handlers have beside the language, and the options of
// the compiler that go with it.
const (
	GlobalsFile = "handlers.d.ts"
	OptionsFile = "handlers.tsconfig.json"
)

//go:embed handlers.d.ts
var globals []byte

//go:embed handlers.tsconfig.json
var options []byte

// Globals are the declarations of what every handler has. They are no part of the
// module, which programs use that have other globals.
func Globals() []byte { return globals }

// Options are the options of the compiler for the handlers of a site, for a
// tsconfig.json in their folder to extend.
func Options() []byte { return options }
