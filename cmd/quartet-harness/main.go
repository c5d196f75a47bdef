// Quartet-harness finds out how a site will do with many rows and many requests:
// which indexes its Views lack, and how long its routes take. Run it with --help.
package main

import (
	"os"

	"github.com/quartet-dev/quartet/internal/cli"
)

func main() { os.Exit(cli.RunHarness(os.Args)) }
