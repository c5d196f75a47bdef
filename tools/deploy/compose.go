package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
)

// variables are those that compose.yaml wants; a value is of no importance.
var variables = types.Mapping{
	"SITE": "/srv/tea", "DOMAIN": "tea.example", "POSTGRES_PASSWORD": "p", "S3_SECRET": "s", "AUTH_SECRET": "a",
	"IMAGE": "registry.example/tea:1.0.0", "PUBLIC_ORIGIN": "https://tea.example",
}

// checkCompose reads the file alone, and with the one for a trial over it, where there
// is one.
func checkCompose(ctx context.Context, file string) (faults []string) {
	combinations := [][]string{{file}}
	trial := filepath.Join(filepath.Dir(file), "compose.local.yaml")
	if _, err := os.Stat(trial); err == nil {
		combinations = append(combinations, []string{file, trial})
	}
	for _, files := range combinations {
		project, err := loader.LoadWithContext(ctx, types.ConfigDetails{
			WorkingDir: filepath.Dir(file), ConfigFiles: types.ToConfigFiles(files), Environment: variables,
		})
		if err != nil {
			faults = append(faults, err.Error())
			continue
		}
		for _, service := range project.AllServices() {
			faults = append(faults, faultsOf(service)...)
		}
	}
	return faults
}

// The rules beside the specification: what a process of ours may, and that every
// image has a version.
func faultsOf(s types.ServiceConfig) []string {
	faults := unpinned(s.Image)
	if s.Privileged || isOurs(s) && (!s.ReadOnly || len(s.CapDrop) == 0 || len(s.SecurityOpt) == 0) {
		faults = append(faults, "the service "+s.Name+" may more than it needs")
	}
	if isOurs(s) && !isAsked(s) {
		faults = append(faults, "the service "+s.Name+" is never asked whether it can serve")
	}
	return faults
}

// isOurs reports whether a service runs the program.
func isOurs(s types.ServiceConfig) bool {
	return s.Image == variables["IMAGE"] || strings.HasPrefix(s.Image, "quartet:")
}

// isAsked reports whether a process is asked for its health, by the check of its image
// where it has none of its own, or runs once.
func isAsked(s types.ServiceConfig) bool {
	switch {
	case s.HealthCheck == nil:
		return true
	case s.HealthCheck.Disable:
		return s.Restart == types.RestartPolicyNo
	}
	return asksItself(s.HealthCheck.Test)
}
