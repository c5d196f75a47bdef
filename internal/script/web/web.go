package web

import (
	"embed"
	"errors"
	"maps"
	"strings"

	"github.com/quartet-dev/quartet/internal/script/engine"
)

//go:embed js
var files embed.FS

// scripts are the files of js/ in the order in which they are evaluated: a class
// comes after what it extends, and freeze.js after everything.
var scripts = []string{
	"define", "errors", "events", "abort", "timers", "text", "base64", "url", "clone", "headers", "body", "request", "response", "fetch",
	"crypto", "console", "performance", "format", "freeze",
}

// Source is a script that gives a function of host, start and what realms know of
// the site, whose locale is that of formats. It puts everything into the global
// object, freezes the realm and returns what contexts of handlers have of this
// package: { format }. Handlers never see host and start.
func Source() string {
	var source strings.Builder
	source.WriteString("(function (host, start, site) {\n'use strict'\n")
	for _, name := range scripts {
		text, err := files.ReadFile("js/" + name + ".js")
		if err != nil {
			panic(err) // embedded, and read by every test
		}
		source.Write(text)
	}
	source.WriteString("return { format }\n})")
	return source.String()
}

// Funcs are the functions of Go that the scripts call.
func Funcs() map[string]engine.Func {
	funcs := make(map[string]engine.Func)
	for _, some := range []map[string]engine.Func{urlFuncs, textFuncs, cryptoFuncs, clockFuncs, formatFuncs} {
		maps.Copy(funcs, some)
	}
	return funcs
}

// maxText bounds what one of the functions takes, in bytes. A realm has 64 MiB, and
// no function of Go can be interrupted.
const maxText = 32 << 20

var errTooLarge = errors.New("the value is larger than 32 MiB")

// text is an argument that is a string, and "" where it is none.
func text(args []any, i int) string {
	if i < len(args) {
		s, _ := args[i].(string)
		return s
	}
	return ""
}

// data is an argument that is bytes, and nil where it is none.
func data(args []any, i int) []byte {
	if i < len(args) {
		b, _ := args[i].([]byte)
		return b
	}
	return nil
}

// number is an argument that is a number, and 0 where it is none.
func number(args []any, i int) float64 {
	if i < len(args) {
		n, _ := args[i].(float64)
		return n
	}
	return 0
}

// flag is an argument that is a boolean, and false where it is none.
func flag(args []any, i int) bool {
	if i < len(args) {
		b, _ := args[i].(bool)
		return b
	}
	return false
}
