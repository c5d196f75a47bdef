package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/moby/buildkit/client/llb"
	"github.com/moby/buildkit/client/llb/sourceresolver"
	"github.com/moby/buildkit/frontend/dockerfile/dockerfile2llb"
	"github.com/opencontainers/go-digest"
)

// checkDockerfile is what `docker build --check` says, and whether the images are
// pinned.
func checkDockerfile(ctx context.Context, file string) []string {
	text, err := os.ReadFile(file)
	if err != nil {
		return []string{err.Error()}
	}
	var images unread
	source := llb.NewSourceMap(nil, file, "Dockerfile", text)
	source.Definition = new(llb.Definition)
	options := dockerfile2llb.ConvertOpt{SourceMap: source, MetaResolver: &images}
	results, err := dockerfile2llb.DockerfileLint(ctx, text, options)
	if err != nil {
		return []string{err.Error()}
	}
	faults := unasked(ctx, text, options)
	if results.Error != nil {
		faults = append(faults, results.Error.Message)
	}
	for _, w := range results.Warnings {
		faults = append(faults, fmt.Sprintf("%d: %s: %s", w.Location.GetRanges()[0].GetStart().GetLine(), w.RuleName, w.Detail))
	}
	for _, image := range images.names {
		if image != mounted {
			faults = append(faults, unpinned(image)...)
		}
	}
	return faults
}

// targets are the images that the file makes: the program with a site, and alone.
var targets = []string{"with-site", ""}

// unasked names the images whose container nobody asks whether it can serve.
func unasked(ctx context.Context, text []byte, options dockerfile2llb.ConvertOpt) (faults []string) {
	for _, target := range targets {
		options.Target = target
		made, err := dockerfile2llb.Dockerfile2LLB(ctx, text, options)
		if err != nil {
			return append(faults, err.Error())
		}
		if check := made.Image.Config.Healthcheck; check == nil || !asksItself(check.Test) {
			faults = append(faults, fmt.Sprintf("the image of the target %q has no health check by the program", target))
		}
	}
	return faults
}

// asksItself reports whether a health check is the command of the program: there is
// no other program in the image.
func asksItself(test []string) bool {
	return slices.Equal(test, []string{"CMD", "/usr/local/bin/quartet", "health"})
}

// mounted is the context that the caller of a build names "site".
const mounted = "docker.io/library/site:latest"

// unread takes the configuration of each image as empty: no registry is asked.
type unread struct{ names []string }

func (u *unread) ResolveImageConfig(_ context.Context, ref string, _ sourceresolver.Opt) (string, digest.Digest, []byte, error) {
	u.names = append(u.names, ref)
	return ref, "", []byte(`{"architecture":"amd64","os":"linux","config":{}}`), nil
}
