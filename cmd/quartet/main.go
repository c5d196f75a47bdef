// Quartet serves a site that a folder of manifests declares, and has the
// commands to work on it. Run it with --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"

	sites "github.com/quartet-dev/quartet/internal/dev"
)

// The exit codes of the contract.
const (
	exitOK         = 0
	exitFailed     = 1 // a diagnostic failure
	exitInvocation = 2 // a problem of how the command was called
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// program is the command line.
type program struct {
	Dev      dev      `cmd:"" help:"Work on a site: serve it on this machine and reload it on every change."`
	Serve    serve    `cmd:"" help:"Serve a site for real: structured logs, graceful stop."`
	Validate validate `cmd:"" help:"Check manifests without starting anything."`
	Seed     seed     `cmd:"" help:"Load the seed entries of a site, once each."`
	Migrate  migrate  `cmd:"" help:"Bring the database in line with the manifests."`
	Deferred deferred `cmd:"" help:"List, replay and drop deferred hooks that were given up."`
	Keys     keys     `cmd:"" help:"List, create and revoke the API keys of machines."`
	Doctor   doctor   `cmd:"" help:"Check settings, database, media, mail, clock and locales."`

	Version kong.VersionFlag `help:"Print version, commit and whether the tree was dirty."`
}

const about = `A content and application service in one program, declared by a folder of manifests.

Try it:

    quartet dev examples/publication

then open the address that it prints, change a file under manifests/ and watch.`

func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := untilSignal()
	defer stop()
	exit := -1
	parser, err := kong.New(&program{},
		kong.Name("quartet"),
		kong.Description(about),
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { exit = code }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 96}),
		kong.Vars{"version": version(), "vite": sites.Vite},
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(&terminal{stdin: os.Stdin, stdout: stdout, stderr: stderr}),
	)
	if err != nil {
		fmt.Fprintln(stderr, "quartet:", err)
		return exitInvocation
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	if exit >= 0 { // --help or --version has answered
		return exit
	}
	if err != nil {
		fmt.Fprintf(stderr, "quartet: %v\nRun quartet --help, or quartet <command> --help.\n", err)
		return exitInvocation
	}
	return exitCode(command.Run(), stderr)
}

// errFailed ends a command whose output has said what is wrong.
var errFailed = errors.New("failed")

// misuse is a problem of how a command was called.
type misuse struct{ error }

func exitCode(err error, stderr io.Writer) int {
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFailed):
		return exitFailed
	}
	fmt.Fprintln(stderr, "quartet:", err)
	if errors.As(err, new(misuse)) {
		return exitInvocation
	}
	return exitFailed
}
