package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/quartet-dev/quartet/internal/app"
	sites "github.com/quartet-dev/quartet/internal/dev"
	"github.com/quartet-dev/quartet/internal/openapi"
)

// The exit codes of the contract.
const (
	exitOK         = 0
	exitFailed     = 1 // a diagnostic failure
	exitInvocation = 2 // a problem of how the command was called
)

// program is the command line.
type program struct {
	Dev         dev          `cmd:"" help:"Work on a site: serve it on this machine and reload it on every change."`
	Serve       serve        `cmd:"" help:"Serve a site in production: structured logs, graceful stop."`
	Health      health       `cmd:"" help:"Ask a server of this machine whether it can serve."`
	Validate    validate     `cmd:"" help:"Check manifests without starting anything."`
	Schema      schema       `cmd:"" help:"Write JSON Schemas of the site's files, for completion and errors in editors."`
	EmitOpenAPI emitOpenAPI  `cmd:"" name:"emit-openapi" help:"Print the OpenAPI document of HTTP Triggers and Views."`
	Generate    generate     `cmd:"" help:"Write a typed client of a site, made from its manifests."`
	Test        test         `cmd:"" help:"Test a site with transcripts: requests, and the answers that they must get."`
	Seed        seed         `cmd:"" help:"Load the seed entries of a site, once each."`
	Export      export       `cmd:"" help:"Write the entries and media of a site into a file."`
	Import      importing    `cmd:"" help:"Bring entries and media into a site."`
	Migrate     migrate      `cmd:"" help:"Bring the database in line with the manifests."`
	Backup      backupNow    `cmd:"" help:"Take a copy of all data of a site, also while it is served, and read it back."`
	Restore     restore      `cmd:"" help:"Restore a copy into an empty site, or check one."`
	Copy        copying      `cmd:"" help:"Copy all data into an empty database, such as one of PostgreSQL, and media with it."`
	Deferred    deferred     `cmd:"" help:"List, replay and drop deferred hooks that failed."`
	Keys        keys         `cmd:"" help:"List, create and revoke the API keys of machines."`
	OwnerLink   ownerLink    `cmd:"" name:"owner-link" help:"Print a link that signs in the owner of a site, once."`
	Pages       pageCommands `cmd:"" help:"Write the public pages of a site as files, for any static host."`
	Theme       theme        `cmd:"" help:"Write the built-in theme of public pages into the site, to change it."`
	Skills      skills       `cmd:"" help:"Copy the skills for coding agents into a project."`
	Doctor      doctor       `cmd:"" help:"Check settings, database, media, mail, clock and locales."`
	Completion  completion   `cmd:"" help:"Print the completion script for a shell."`
	Version     versionOnly  `cmd:"" help:"Print version, commit and whether the tree was dirty."`
	Complete    complete     `cmd:"" name:"__complete" hidden:"" passthrough:""`
}

// versionFlag is a flag of every command but emit-openapi, whose flag of that name
// is another one (contract, Command-line interface).
type versionFlag struct {
	Version kong.VersionFlag `help:"Print version, commit and whether the tree was dirty."`
}

func versionFlagOf(args []string) kong.Option {
	if len(args) > 0 && args[0] == "emit-openapi" {
		return kong.Embed(&struct{}{})
	}
	return kong.Embed(&versionFlag{})
}

const about = `A content and application service in one program, declared by a folder of manifests.

Try it:

    mkdir my-site
    quartet dev my-site

then open the address that it prints. The page has a manifest to begin with: save it under my-site/manifests/ and watch.`

// Run runs the command that args, the name of the program first, ask for, and
// gives its exit code. The program brings site to every site; a Dir in it stands
// in for a folder that is not named.
func Run(args []string, site app.Options) int {
	return run(args[1:], site, terminalOf(args[0]))
}

// terminalOf is that of this process, which runs the program of that path.
func terminalOf(path string) *terminal {
	name := strings.TrimSuffix(filepath.Base(path), ".exe")
	return &terminal{name: name, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}
}

func run(args []string, site app.Options, t *terminal) int {
	return programOf(site).run(args, t)
}

// programOf has the commands of a program that brings site to every site.
func programOf(site app.Options) commandLine {
	return commandLine{
		name: "quartet", commands: &program{}, about: about, version: version(),
		vars: kong.Vars{
			"vite": sites.Vite,
			"dir":  cmp.Or(site.Dir, "."), "folder": cmp.Or(site.Dir, "the working directory"), "manifests": manifestsOf(site), "cookie": openapi.DefaultCookie,
		},
		host: host{site},
	}
}

// commandLine is a program's commands, with what their help and they themselves
// are given.
type commandLine struct {
	name           string // of the program as it is published; it may have another one where it runs
	commands       any
	about, version string
	vars           kong.Vars
	host           host
}

// parser knows the commands. It tells exit where the flags alone are an answer.
func (l commandLine) parser(ctx context.Context, args []string, t *terminal, exit func(code int)) (*kong.Kong, error) {
	return kong.New(l.commands, versionFlagOf(args),
		kong.Name(t.name),
		kong.Description(l.about),
		kong.Writers(t.stdout, t.stderr),
		kong.Exit(exit),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 96}),
		l.vars.CloneWith(kong.Vars{"version": l.version}),
		kong.NamedMapper("choice", kong.MapperFunc(choice)),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(t, l.host),
	)
}

func (l commandLine) run(args []string, t *terminal) int {
	ctx, stop := untilSignal()
	defer stop()
	exit := -1
	parser, err := l.parser(ctx, args, t, func(code int) { exit = code })
	if err != nil {
		fmt.Fprintln(t.stderr, t.name+":", err)
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
		fmt.Fprintf(t.stderr, "%[1]s: %[2]v\nRun %[1]s --help, or %[1]s <command> --help.\n", t.name, err)
		return exitInvocation
	}
	return exitCode(command.Run(), t)
}

// manifestsOf says which manifests are meant where no folder of them is named.
func manifestsOf(site app.Options) string {
	if site.FS != nil {
		return "those in the program"
	}
	return filepath.ToSlash(cmp.Or(site.Dir, ".")) + "/" + manifestsFolder
}

// errFailed ends a command whose output has said what is wrong.
var errFailed = errors.New("failed")

// misuse is a problem of how a command was called.
type misuse struct{ error }

func exitCode(err error, t *terminal) int {
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFailed):
		return exitFailed
	}
	fmt.Fprintln(t.stderr, t.name+":", err)
	if errors.As(err, new(misuse)) {
		return exitInvocation
	}
	return exitFailed
}
