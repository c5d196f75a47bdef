package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	sites "github.com/quartet-dev/quartet/internal/dev"
	"github.com/quartet-dev/quartet/internal/diag"
	seeds "github.com/quartet-dev/quartet/internal/seed"
)

type dev struct {
	folder
	database
	bucket
	Addr     string      `default:"127.0.0.1:8787" help:"A loopback address, default 127.0.0.1:8787; port 0 takes a free one and prints it." placeholder:"HOST:PORT"`
	AdminDev viteAddress `help:"Work on the Admin application: take it from a Vite server on this machine; --admin-dev=URL when that is not ${vite}."`
	JSON     bool        `name:"json" help:"Print each load of the site as one line of JSON."`
}

func (dev) Help() string {
	return `Serves the folder on 127.0.0.1 and [::1] and reloads it when manifests, settings, templates, public files or seeds change. An open page follows, also when an entry or a setting is written. A change that breaks the site keeps the last good version answering, and shows what is wrong here and over the open page. An empty database gets the entries of seed/. It ends on Ctrl+C, SIGTERM and SIGHUP; a second signal ends it at once.

The page at /_service/dev/ lists every public View with a link that works, and every HTTP Trigger with a curl line. A site without a home page has it at / too.

Examples:

    quartet dev
    quartet dev my-site
    quartet dev my-site --addr 127.0.0.1:0 --database sqlite:/tmp/try.db
    quartet dev examples/publication --admin-dev    # beside npm run dev in admin/`
}

// viteAddress is where a Vite server is. The flag alone means the address that
// Vite takes by itself.
type viteAddress string

// Decode implements kong.MapperValue.
func (a *viteAddress) Decode(ctx *kong.DecodeContext) error {
	*a = sites.Vite
	if ctx.Scan.Peek().Type != kong.FlagValueToken {
		return nil
	}
	return ctx.Scan.PopValueInto("address", (*string)(a))
}

// IsBool implements kong.BoolMapperValue: the flag needs no value.
func (viteAddress) IsBool() bool { return true }

func (d dev) Run(ctx context.Context, t *terminal, h host) error {
	site, err := h.siteWithMedia(d.folder, d.database, d.bucket)
	if err != nil {
		return err
	}
	logger := slog.New(newConsole(t.stderr))
	if d.JSON {
		logger = slog.New(slog.NewJSONHandler(t.stderr, nil))
	}
	slog.SetDefault(logger)
	defer logStop(ctx, logger)()
	var watch instruments
	if err := watch.openTraces(ctx, logger); err != nil {
		return err
	}
	defer watch.close()
	watch.watch(&site)
	site.Logger = logger
	err = sites.Run(ctx, sites.Options{
		Site: site, Addr: d.Addr, Report: d.report(t.stdout), Failed: d.failed(t.stdout), Mail: d.printedMail(t), Admin: string(d.AdminDev), Wrap: watch.around,
	})
	if errors.Is(err, sites.ErrNotLoopback) || errors.Is(err, sites.ErrNotVite) {
		return misuse{err}
	}
	return withTakenPort(err, "--addr", d.Addr)
}

// printedMail is where mail is printed: among what a person reads.
func (d dev) printedMail(t *terminal) io.Writer {
	if d.JSON {
		return t.stderr
	}
	return t.stdout
}

func (d dev) report(w io.Writer) func(sites.Report) {
	if d.JSON {
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		return func(r sites.Report) { _ = encoder.Encode(lineOf(r)) }
	}
	return func(r sites.Report) { report(w, r) }
}

// failed shows each handler that fails, with its place in the source. As JSON the
// log has it.
func (d dev) failed(w io.Writer) func(sites.Failure) {
	if d.JSON {
		return nil
	}
	return func(f sites.Failure) {
		var text strings.Builder
		text.WriteByte('\n')
		_ = diag.Text{Color: bool(styleOf(w))}.Write(&text, diag.List{f.Diagnostic})
		for _, each := range append([]string{f.Excerpt}, f.Stack...) {
			if each != "" {
				fmt.Fprintln(&text, each)
			}
		}
		_, _ = io.WriteString(w, text.String()) // at once: calls fail side by side
	}
}

// line is a load of the site as JSON.
type line struct {
	outcome
	URL     string        `json:"url"`
	Serving bool          `json:"serving"`
	SignIn  string        `json:"signIn,omitempty"`
	Owner   string        `json:"owner,omitempty"` // whom it signs in
	Title   string        `json:"title,omitempty"`
	Seeded  *seeds.Report `json:"seeded,omitempty"`
}

func lineOf(r sites.Report) line {
	l := line{outcome: outcomeOf(r.Problems), URL: r.URL, Serving: r.Serving, SignIn: r.SignIn, Owner: r.Owner, Title: r.Site.Title}
	if r.Seeded.Documents > 0 {
		l.Seeded = &r.Seeded
	}
	return l
}

// report says what happened to whoever sits at the terminal.
func report(w io.Writer, r sites.Report) {
	s := styleOf(w)
	if r.First {
		fmt.Fprintf(w, "\n  %s  %s\n\n", s.bold("quartet dev"), s.faint("ends with Ctrl+C"))
	}
	if len(r.Problems) > 0 {
		fmt.Fprintln(w)
		diagnostics(w, r.Problems)
	}
	switch took := s.faint(r.Took.Round(time.Millisecond).String()); {
	case r.Problems.HasErrors() && r.Stale:
		fmt.Fprintf(w, "\n  %s The last good version goes on answering at %s\n\n", s.bad("not loaded:"), r.URL)
	case r.Problems.HasErrors() && r.Serving:
		fmt.Fprintf(w, "\n  %s The site answers at %s. Correct the seeds and save: they are loaded then.\n\n", s.bad("not every seed was loaded:"), r.URL)
	case r.Problems.HasErrors() && r.Problems[0].Code == diag.ManifestRootNotFound:
		fmt.Fprintf(w, "\n  %s Open %s: the page has a manifest to begin with.\n\n", s.bold("no site here yet:"), r.URL)
	case r.Problems.HasErrors():
		fmt.Fprintf(w, "\n  %s Correct the files; %s shows the same problems.\n\n", s.bad("not serving yet:"), r.URL)
	case r.First:
		fmt.Fprintf(w, "  %s  %s  %s\n", s.bold(r.Site.Title), r.URL, took)
		fmt.Fprintf(w, "  %s %s\n", s.faint("What it offers:"), r.Landing)
	default:
		fmt.Fprintf(w, "  %s %s\n", s.good("reloaded"), took)
	}
	if r.SignIn != "" {
		fmt.Fprintf(w, "\n  Sign in as the owner, once: %s\n", r.SignIn)
		fmt.Fprintf(w, "  %s\n\n", s.faint("You are "+r.Owner+"."))
		fmt.Fprintf(w, "  %s\n\n", strings.ReplaceAll(r.Connect, "\n", "\n  "))
	}
	if r.Seeded.Documents > 0 {
		fmt.Fprintf(w, "  %s\n", s.faint(seeded(r.Seeded)))
	}
}
