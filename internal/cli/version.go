package cli

import (
	"fmt"
	"runtime/debug"
)

// modulePath names this module among those of a binary.
const modulePath = "github.com/quartet-dev/quartet"

// versionOnly is --version as a command.
type versionOnly struct {
	JSON bool `name:"json" help:"Print it as JSON."`
}

func (v versionOnly) Run(t *terminal) error {
	if v.JSON {
		return object(t.stdout, struct {
			Version string `json:"version"`
		}{version()})
	}
	_, err := fmt.Fprintln(t.stdout, version())
	return err
}

// version names the version, the commit and whether the tree was dirty, as far
// as the build knows. A program of another module is named with them, and then the
// version of this one.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "quartet, version unknown"
	}
	return versionOf(info)
}

func versionOf(info *debug.BuildInfo) string {
	commit, state := "unknown", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = fmt.Sprintf("%.12s", s.Value)
		case "vcs.modified":
			state = ", clean tree"
			if s.Value == "true" {
				state = ", dirty tree"
			}
		}
	}
	built := fmt.Sprintf("%s, commit %s%s", info.Main.Version, commit, state)
	for _, module := range info.Deps {
		if module.Path == modulePath {
			return info.Main.Path + " " + built + "; quartet " + module.Version
		}
	}
	return "quartet " + built
}
