package engine

import (
	_ "embed"
)

//go:embed js/core.js
var coreSource string

//go:embed js/context.js
var contextSource string

// Sources are what realms evaluate.
type Sources struct {
	Web      string // gives the web APIs: package web
	Handlers string // the handlers as one script, which calls register
	Site     string // what the context of handlers knows of the site, as JSON
}

// Program is Sources, compiled once for all realms of a process.
type Program struct {
	core, web, context, handlers []byte
	site                         string
}

// HandlersFile is what frames of stacks call the handlers' script.
const HandlersFile = "handlers.js"

// Compile compiles. The error is of the handlers' script: an *Exception.
func Compile(s Sources) (*Program, error) {
	q, err := newQuickJS(maxMemory)
	if err != nil {
		return nil, err
	}
	defer q.close()
	p := &Program{site: s.Site}
	for _, part := range []struct {
		into         *[]byte
		name, source string
	}{
		{&p.core, "core.js", coreSource},
		{&p.web, "web.js", s.Web},
		{&p.context, "context.js", contextSource},
		{&p.handlers, HandlersFile, "(function (register) {" + s.Handlers + "\n})"},
	} {
		if *part.into, err = q.compile(part.name, part.source); err != nil {
			return nil, err
		}
	}
	return p, nil
}
