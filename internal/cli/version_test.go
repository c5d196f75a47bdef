package cli

import (
	"runtime/debug"
	"testing"
)

// A program of another module has a version and a commit of its own, which are
// not those of the service within it.
func TestVersion(t *testing.T) {
	clean := []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.modified", Value: "false"}}
	for want, info := range map[string]debug.BuildInfo{
		"quartet v0.3.1, commit 0123456789ab, clean tree": {Main: debug.Module{Path: modulePath, Version: "v0.3.1"}, Settings: clean},
		"tea.example/shop v2.0.0, commit 0123456789ab, clean tree; quartet v0.3.1": {
			Main: debug.Module{Path: "tea.example/shop", Version: "v2.0.0"}, Settings: clean,
			Deps: []*debug.Module{{Path: "tea.example/kettle", Version: "v1.0.0"}, {Path: modulePath, Version: "v0.3.1"}},
		},
	} {
		if got := versionOf(&info); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
