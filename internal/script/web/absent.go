package web

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// absent are the globals that scripts for other places expect and that a realm has
// not, and what to use instead. The handbook lists them, too.
var absent = map[string]string{
	"Intl":                 "ctx.format writes numbers, money and dates as a locale does",
	"Temporal":             "use Date",
	"process":              "ctx.env has the variables that quartet.yaml names",
	"Buffer":               "use Uint8Array with toBase64, toHex, TextEncoder and TextDecoder",
	"require":              "use import",
	"module":               "use export",
	"exports":              "use export",
	"__dirname":            "handlers have no file system; import what they need",
	"__filename":           "handlers have no file system; import what they need",
	"global":               "use globalThis",
	"window":               "use globalThis",
	"self":                 "use globalThis",
	"document":             "handlers run in the service, in no page",
	"navigator":            "handlers run in the service, in no page",
	"location":             "handlers run in the service, in no page",
	"localStorage":         "keep state in entries; ctx.entries writes them",
	"sessionStorage":       "keep state in entries; ctx.entries writes them",
	"indexedDB":            "keep state in entries; ctx.entries writes them",
	"caches":               "keep state in entries; ctx.entries writes them",
	"XMLHttpRequest":       "use fetch",
	"WebSocket":            "use fetch",
	"EventSource":          "use fetch",
	"FormData":             "send URLSearchParams or JSON",
	"Blob":                 "use Uint8Array",
	"File":                 "use Uint8Array",
	"ReadableStream":       "a body comes whole: text(), json(), bytes() and arrayBuffer()",
	"WritableStream":       "a body is a text or bytes",
	"TransformStream":      "a body is a text or bytes",
	"CompressionStream":    "there is no compression",
	"DecompressionStream":  "fetch decompresses what comes",
	"CustomEvent":          "use Event",
	"MessageChannel":       "a handler runs alone",
	"BroadcastChannel":     "a handler runs alone",
	"Worker":               "a handler runs alone",
	"SharedArrayBuffer":    "use ArrayBuffer; a handler runs alone",
	"Atomics":              "a handler runs alone",
	"FinalizationRegistry": "what a handler opens ends with its call; clean up with finally",
	"WebAssembly":          "use JavaScript, or a handler in Go",
	"setImmediate":         "use setTimeout or queueMicrotask",
}

// undefined is what the engine says of a name that is not there.
var undefined = lazyregexp.New(`'([A-Za-z_]+)' is not defined`)

// Advice is what to use instead, where the message of an error says that a global
// is not there which scripts for other places have; else "".
func Advice(message string) string {
	found := undefined.FindStringSubmatch(message)
	if found == nil || absent[found[1]] == "" {
		return ""
	}
	advice := absent[found[1]]
	return "There is no " + found[1] + " in handlers: " + strings.TrimSuffix(advice, ".") + "."
}
