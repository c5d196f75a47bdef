package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store"
)

type migrate struct {
	folder
	database
	Plan bool `help:"Say what would be done, and do nothing." xor:"how"`
	Drop bool `help:"Also delete, permanently, the data of Schemas and properties that are no longer declared." xor:"how"`
	Yes  bool `help:"Drop without asking; --drop needs this where no terminal can answer."`
	JSON bool `name:"json" help:"Print the outcome as JSON."`
}

func (migrate) Help() string {
	return `The same happens whenever the site starts: new Schemas, properties and indexes are made, and what is removed keeps its data. A change that stored entries break is refused; the diagnostic counts them and names the first ten, and nothing is changed.

--drop shows the tables and columns that it would remove, each with how many entries hold something in it, and asks. Where no terminal can answer it does nothing and exits with 2, unless --yes is given.

Examples:

    quartet migrate my-site --plan
    quartet migrate my-site
    quartet migrate my-site --drop
    quartet migrate my-site --drop --yes`
}

func (m migrate) Run(ctx context.Context, t *terminal, h host) error {
	options, err := h.site(m.folder, m.database)
	if err != nil {
		return err
	}
	changes, err := m.do(ctx, t, options)
	list, err := found(err)
	if err != nil {
		return err
	}
	if m.Plan && !m.JSON {
		m.printCondition(ctx, t, options)
	}
	if err := m.write(t, changes, list); err != nil {
		return err
	}
	if list.HasErrors() {
		return errFailed
	}
	return nil
}

func (m migrate) do(ctx context.Context, t *terminal, options app.Options) ([]store.Change, error) {
	switch {
	case m.Plan:
		return app.Changes(ctx, options)
	case m.Drop:
		return m.dropConfirmed(ctx, t, options)
	default:
		return app.Migrate(ctx, options, false)
	}
}

// printCondition says how the database is that would be changed.
func (migrate) printCondition(ctx context.Context, t *terminal, options app.Options) {
	c, err := app.Examine(ctx, options)
	if err != nil {
		return
	}
	says := []string{conditionOf(c)}
	for _, each := range disk(c, c.Server != nil) {
		says = append(says, each.Says)
	}
	fmt.Fprintln(t.stdout, strings.Join(says, "; "))
}

func (m migrate) write(t *terminal, changes []store.Change, list diag.List) error {
	if m.JSON {
		return object(t.stdout, struct {
			outcome
			Changes []store.Change `json:"changes"`
		}{outcomeOf(list), append([]store.Change{}, changes...)})
	}
	diagnostics(t.stdout, list)
	if !list.HasErrors() {
		m.print(t.stdout, changes)
	}
	return nil
}

func (m migrate) print(w io.Writer, changes []store.Change) {
	if len(changes) == 0 {
		fmt.Fprintln(w, "The database matches the manifests.")
		return
	}
	for _, c := range changes {
		fmt.Fprintf(w, "%-15s %s\n", strings.ReplaceAll(string(c.Action), "-", " "), aboutOf(c))
	}
	if len(keptOf(changes)) > 0 {
		fmt.Fprintln(w, keepHint)
	}
	if m.Plan {
		fmt.Fprintln(w, "Nothing was changed.")
	}
}
