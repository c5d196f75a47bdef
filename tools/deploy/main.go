// Command deploy checks the files of a folder that deploy a site: each Dockerfile
// by the rules of BuildKit, the compose files by the specification's own reader,
// and the objects of Kubernetes by its types and its profile "restricted". Of a file
// with one of these names it checks that alone. It prints a line for each fault, and
// ends with 1 where there is one.
//
//	go run -C tools/deploy . ../../deploy
//
// It is a module of its own, so that the service does not depend on what it needs.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// A check gives the faults of one file.
type check func(ctx context.Context, file string) []string

var checks = map[string]check{
	"Dockerfile":      checkDockerfile,
	"compose.yaml":    checkCompose,
	"kubernetes.yaml": checkKubernetes,
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "deploy: give it the folder or the file that it shall check")
		os.Exit(2)
	}
	folder, due := os.Args[1], checks
	if one, isFile := checks[filepath.Base(folder)]; isFile {
		folder, due = filepath.Dir(folder), map[string]check{filepath.Base(folder): one}
	}
	faulty := false
	for name, check := range due {
		for _, fault := range check(context.Background(), filepath.Join(folder, name)) {
			faulty = true
			fmt.Printf("%s: %s\n", name, fault)
		}
	}
	if faulty {
		os.Exit(1)
	}
}

// pinned is an image with a version, so that a file means tomorrow what it means
// today.
var pinned = regexp.MustCompile(`(:v?[0-9]+(\.[0-9]+)+(-[a-z0-9.]+)?|@sha256:[0-9a-f]{64})$`)

func unpinned(image string) []string {
	if pinned.MatchString(image) {
		return nil
	}
	return []string{"the image " + image + " has no version"}
}
