// Command intake is a program that embeds the service: it gives the site in
// this folder the two functions that its manifests name and pages of its own.
//
//	go run ./examples/intake dev
//
// It has the commands of the program quartet: dev is for work on this machine
// alone, and prints a link that signs the owner in; serve serves for real.
package main

import (
	"time"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/examples/intake/applications"
	"github.com/quartet-dev/quartet/examples/intake/workshops"
)

func main() {
	quartet.Main(quartet.Options{
		Dir: "examples/intake", Handlers: applications.Studio{Today: time.Now}.Handlers(),
		Routes: workshops.Routes, PublicPath: workshops.Path,
	})
}
