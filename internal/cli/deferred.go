package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/queue"
)

// deferred is the commands on deferred hooks. They work on the database alone,
// beside whatever serves the site.
type deferred struct {
	List   deferredList   `cmd:"" help:"List the hooks that failed for good, or those that wait."`
	Replay deferredReplay `cmd:"" help:"Run failed hooks again, or run waiting ones now."`
	Drop   deferredDrop   `cmd:"" help:"Delete hooks that failed for good."`
}

func (deferred) Help() string {
	return `An after_* hook that fails is tried twelve times over about a day. Then its event is dead, and kept with the last diagnostic. Until then it waits for its next try; replay has it run now. These commands work beside a server, which takes up within a second what is replayed.

Examples:

    quartet deferred list my-site
    quartet deferred list my-site --limit 500 --after 4711
    quartet deferred replay my-site --event 0190c2d5-7a3e-7cc1-9f65-0f1d2c3b4a59
    quartet deferred replay my-site --all --pending
    quartet deferred drop my-site --all`
}

type deferredList struct {
	folder
	database
	Pending bool  `help:"List what waits or runs, not what is dead."`
	Limit   int   `default:"100" help:"How many, 1 to 500; default 100." placeholder:"N"`
	After   int64 `help:"List what follows N, the number that a full list ends with." placeholder:"N"`
	JSON    bool  `name:"json" help:"Print the list as JSON, with next, the N of --after, when it is full."`
}

func (d deferredList) Run(ctx context.Context, t *terminal, h host) error {
	if d.Limit < 1 || d.Limit > 500 {
		return misuse{errors.New("--limit must be between 1 and 500")}
	}
	state := queue.Dead
	if d.Pending {
		state = queue.Pending
	}
	var items []queue.Item
	list, err := inQueue(ctx, h, d.folder, d.database, func(hooks *app.Deferred) (err error) {
		items, err = hooks.List(ctx, queue.Query{State: state, After: d.After, Limit: d.Limit})
		return err
	})
	if err != nil {
		return err
	}
	if d.JSON {
		err = object(t.stdout, struct {
			outcome
			Items []queue.Item `json:"items"`
			Next  int64        `json:"next,omitempty"`
		}{outcomeOf(list), append([]queue.Item{}, items...), d.next(items)})
	} else {
		diagnostics(t.stdout, list)
		if !list.HasErrors() {
			printItems(t.stdout, items, state)
		}
		if next := d.next(items); next != 0 {
			fmt.Fprintf(t.stdout, "The list is full; go on with --after %d.\n", next)
		}
	}
	return failedBy(err, list)
}

// next is what a full list goes on behind; 0 when there is nothing more.
func (d deferredList) next(items []queue.Item) int64 {
	if len(items) < d.Limit {
		return 0
	}
	return items[len(items)-1].Key
}

func printItems(w io.Writer, items []queue.Item, state queue.State) {
	if len(items) == 0 {
		fmt.Fprintf(w, "No deferred hook is %s.\n", state)
	}
	for _, item := range items {
		at := time.UnixMilli(item.Time).UTC().Format(time.RFC3339)
		if item.Running {
			at = "running"
		}
		fmt.Fprintf(w, "%s  %s  %s  %s  tries %d  %s\n",
			item.Event, at, eventOf(item), strings.Join(item.Triggers, " "), item.Tries, item.EntryID)
		if item.Diagnostic != nil {
			fmt.Fprintf(w, "    %s\n", strings.ReplaceAll(item.Diagnostic.Error(), "\n", "\n    "))
		}
	}
}

// eventOf is what happened: a write of a collection, or a purge of the CDN.
func eventOf(item queue.Item) string {
	if item.Schema == "" {
		return item.Hook
	}
	return item.Hook + " of " + item.Schema
}

// chosen is the events that a command is about.
type chosen struct {
	folder
	database
	Event []string `help:"The id of an event; may be given several times." placeholder:"ID" xor:"which" required:""`
	All   bool     `help:"Everything that is dead." xor:"which" required:""`
	JSON  bool     `name:"json" help:"Print the outcome as JSON."`
}

type deferredReplay struct {
	chosen
	Pending bool `help:"With --all: everything that waits for another try, not what is dead."`
}

func (d deferredReplay) Run(ctx context.Context, t *terminal, h host) error {
	state := queue.Dead
	if d.Pending {
		if !d.All {
			return misuse{errors.New("--pending goes with --all; --event finds what waits by itself")}
		}
		state = queue.Pending
	}
	all := func(hooks *app.Deferred, ctx context.Context) (int, error) { return hooks.ReplayAll(ctx, state) }
	return d.each(ctx, t, h, "event", "replayed", (*app.Deferred).Replay, all)
}

type deferredDrop struct{ chosen }

func (d deferredDrop) Run(ctx context.Context, t *terminal, h host) error {
	return d.each(ctx, t, h, "dead event", "dropped", (*app.Deferred).Drop, (*app.Deferred).DropAll)
}

// each changes what was chosen. An event that has nothing of the kind is reported, and the
// others are changed nevertheless.
func (d chosen) each(ctx context.Context, t *terminal, h host, noun, verb string,
	one func(*app.Deferred, context.Context, string) error, all func(*app.Deferred, context.Context) (int, error),
) error {
	n := 0
	list, err := inQueue(ctx, h, d.folder, d.database, func(hooks *app.Deferred) (err error) {
		if d.All {
			n, err = all(hooks, ctx)
			return err
		}
		var refused diag.List
		for _, event := range d.Event {
			if err := one(hooks, ctx, event); err != nil {
				refused.Add(naming(event, err)...)
				continue
			}
			n++
		}
		return refused.Err()
	})
	if err != nil {
		return err
	}
	if d.JSON {
		err = object(t.stdout, struct {
			outcome
			Changed int `json:"changed"`
		}{outcomeOf(list), n})
	} else {
		diagnostics(t.stdout, list)
		fmt.Fprintf(t.stdout, "%s %s.\n", count(n, noun), verb)
	}
	return failedBy(err, list)
}

// naming names the event in what was refused.
func naming(event string, err error) diag.List {
	var list diag.List
	for _, d := range app.DiagnosticsOf(err) {
		named := *d
		named.Value = event
		named.Message = strings.TrimSuffix(d.Message, ".") + ": " + event + "."
		list.Add(&named)
	}
	return list
}

// inQueue opens the queue of a site for use.
func inQueue(ctx context.Context, h host, f folder, d database, use func(*app.Deferred) error) (diag.List, error) {
	return withPart(ctx, h, f, d, app.OpenDeferred, use)
}
