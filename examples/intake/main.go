// Command intake is a program that embeds the service. It brings the two
// functions that the manifests of this folder name.
//
//	go run ./examples/intake dev
//
// It has the commands of the program quartet: dev listens on this machine only
// and prints a link that signs the owner in; serve is for production.
package main

import (
	"time"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/examples/intake/applications"
)

func main() {
	quartet.Main(quartet.Options{
		Dir: "examples/intake", Handlers: applications.Studio{Today: time.Now}.Handlers(),
	})
}
