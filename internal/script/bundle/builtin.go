package bundle

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/quartet-dev/quartet/internal/diag"
)

func quoted(name string) string { return strconv.Quote(name) }

func unresolved(name string) []api.Message {
	suggestion := "Install the package in the folder of the site."
	if isRelative(name) {
		suggestion = "The path is relative to the file that imports."
	} else if strings.Contains(name, "://") {
		suggestion = "Nothing is loaded from the network; keep the file in handlers/, or install the package."
	}
	return failed(diag.HandlerImportUnresolved, "There is no "+quoted(name)+" to import.", suggestion)
}

// notFound says what to do about an import of what is not there.
func notFound(name string) []api.Message {
	if advice, builtin := builtins.advice(name); builtin {
		return refusedBuiltin(name, advice)
	}
	return unresolved(name)
}

func outside(name string) []api.Message {
	return failed(diag.HandlerImportUnresolved, quoted(name)+" is outside of the site's folder.",
		"Import files of the site by relative paths, and other code as packages in node_modules.")
}

func wrongKind(name string) []api.Message {
	return failed(diag.HandlerImportUnresolved, quoted(name)+" is no file that handlers can import.",
		"Import TypeScript, JavaScript, .json or .txt.")
}

func tooLarge(name string) []api.Message {
	return failed(diag.HandlerFileRefused, quoted(name)+" is larger than 8 MiB.", "")
}

func refusedBuiltin(name, advice string) []api.Message {
	return failed(diag.HandlerImportUnresolved,
		quoted(name)+" is a part of Node.js, and handlers do not run in Node.js.", advice)
}

// builtinModules are the modules of Node.js, with what handlers have instead.
type builtinModules map[string]string

// advice says what there is instead of a module of Node.js.
func (b builtinModules) advice(name string) (string, bool) {
	bare, prefixed := strings.CutPrefix(name, "node:")
	top, _, _ := strings.Cut(bare, "/")
	advice, known := b[top]
	if !known && !prefixed && !slices.Contains(otherBuiltins, top) {
		return "", false
	}
	if advice == "" {
		advice = "Look for a package that also runs in browsers."
	}
	return advice, true
}

const noFiles = "There is no file system; import .json and .txt files, or keep data in entries."

var builtins = builtinModules{
	"fs": noFiles, "path": "There is no file system; URL and plain strings are left.",
	"crypto": "crypto.subtle has digests and HMAC, crypto.randomUUID and crypto.getRandomValues what is random.",
	"http":   "Call other services with fetch.", "https": "Call other services with fetch.", "http2": "Call other services with fetch.",
	"net": "Call other services with fetch.", "tls": "Call other services with fetch.", "dgram": "Call other services with fetch.", "dns": "Call other services with fetch.",
	"buffer":  "Uint8Array holds bytes; TextEncoder, atob and btoa make them.",
	"url":     "URL and URLSearchParams are there without an import.",
	"util":    "TextEncoder, TextDecoder and structuredClone are there without an import.",
	"timers":  "setTimeout is there without an import.",
	"process": "ctx.env has the names under handlers.env of quartet.yaml.",
	"os":      "ctx.env has the names under handlers.env of quartet.yaml.", "child_process": "There are no processes; call another service with fetch.",
	"worker_threads": "There are no threads; a deferred hook runs beside the request.",
	"events":         "AbortController and plain functions are left; or install the package events.",
	"console":        "ctx.log writes to the log of the service.",
	"perf_hooks":     "Date.now tells the time.",
}

var otherBuiltins = []string{
	"assert", "async_hooks", "cluster", "constants", "diagnostics_channel", "domain", "inspector", "module", "punycode", "querystring",
	"readline", "repl", "stream", "string_decoder", "sys", "trace_events", "tty", "v8", "vm", "wasi", "zlib",
}
