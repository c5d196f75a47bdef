package quartet

import (
	"os"

	"github.com/quartet-dev/quartet/internal/cli"
)

// Main is the main function of a program with handlers of its own. It runs the
// command that the arguments name, dev, serve, validate, test, seed, migrate, deferred,
// keys or doctor, as the program quartet does, and exits:
//
//	func main() { quartet.Main(quartet.Options{Handlers: handlers}) }
//
// Options.Dir stands in for a folder that is not named, --database wins over
// Options.Database, and --help tells the rest. Options.Development and Logger are
// the command's to choose.
func Main(o Options) { os.Exit(cli.Run(os.Args, o.app())) }
