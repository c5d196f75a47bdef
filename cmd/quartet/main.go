// Quartet serves a site that a folder of manifests declares, and is the tool
// around it. Run it with --help.
package main

import "github.com/quartet-dev/quartet"

func main() { quartet.Main(quartet.Options{}) }
