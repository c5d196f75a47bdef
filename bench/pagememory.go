package main

import (
	"net/http"
	"strings"
)

// remembered is an answer of the program that is written from memory.
type remembered struct {
	Header http.Header
	Body   []byte
}

// remembered writes an answer of the program from memory: the same headers and body.
func (f *pageFloor) remembered(w http.ResponseWriter, r *http.Request) {
	found := f.memory[strings.TrimPrefix(r.URL.Path, "/memory")]
	h := w.Header()
	for name, values := range found.Header {
		h[name] = values
	}
	_, _ = w.Write(found.Body)
}

// bare writes the same body with the headers that it cannot do without.
func (f *pageFloor) bare(w http.ResponseWriter, r *http.Request) {
	found := f.memory[strings.TrimPrefix(r.URL.Path, "/bare")]
	w.Header()["Content-Type"] = found.Header["Content-Type"]
	w.Header()["Content-Length"] = found.Header["Content-Length"]
	_, _ = w.Write(found.Body)
}
