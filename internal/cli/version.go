package cli

import (
	"fmt"
	"runtime/debug"
)

// version names the version, the commit and whether the tree was dirty, as far
// as the build knows.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "quartet, version unknown"
	}
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
	return fmt.Sprintf("quartet %s, commit %s%s", info.Main.Version, commit, state)
}
