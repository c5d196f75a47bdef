package cli

import (
	"strings"

	"github.com/alecthomas/kong"

	"github.com/quartet-dev/quartet/internal/app"
)

// harnessProgram is the command line of quartet-harness.
type harnessProgram struct {
	Indexes indexes   `cmd:"" help:"Run every View over many rows, and name the indexes that are missing."`
	HTTP    latencies `cmd:"" name:"http" help:"Time the routes of a running service."`
}

const aboutHarness = `Finds out how a site will do with many rows and many requests.

Try it:

    quartet-harness indexes --manifests examples/commerce/manifests

It fills a database of its own, which is gone afterwards, and leaves yours alone.`

// RunHarness is Run of the program quartet-harness.
func RunHarness(args []string) int {
	return harnessLine().run(args[1:], terminalOf(args[0]))
}

// harnessLine are the commands of quartet-harness.
func harnessLine() commandLine {
	return commandLine{
		name: "quartet-harness", commands: &harnessProgram{}, about: aboutHarness, version: strings.Replace(version(), "quartet", "quartet-harness", 1),
		vars: kong.Vars{"manifests": manifestsOf(app.Options{})},
	}
}
