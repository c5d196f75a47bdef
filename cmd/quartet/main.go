// Quartet serves a site that a folder of manifests declares, and has the
// commands to work on it. Run it with --help.
package main

import "github.com/quartet-dev/quartet"

func main() { quartet.Main(quartet.Options{}) }
