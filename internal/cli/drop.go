package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/store"
)

// dropConfirmed migrates with --drop when that is wanted: by --yes, by an answer
// at a terminal that was shown what goes, or because nothing goes (decision 127).
func (m migrate) dropConfirmed(ctx context.Context, t *terminal, options app.Options) ([]store.Change, error) {
	if !m.Yes {
		if err := confirmed(ctx, t, options); err != nil {
			return nil, err
		}
	}
	return app.Migrate(ctx, options, true)
}

// confirmed looks again after the answer, which may be long in coming: what was
// shown is what goes.
func confirmed(ctx context.Context, t *terminal, options app.Options) error {
	shown, err := app.Changes(ctx, options)
	kept := keptOf(shown)
	if err != nil || len(kept) == 0 {
		return err
	}
	if err := confirm(t, kept); err != nil {
		return err
	}
	now, err := app.Changes(ctx, options)
	if err == nil && !slices.Equal(keptOf(now), kept) {
		err = errors.New("nothing was done; what would be dropped has changed meanwhile")
	}
	return err
}

func confirm(t *terminal, kept []store.Change) error {
	for _, c := range kept {
		fmt.Fprintf(t.stderr, "would drop      %s\n", aboutOf(c))
	}
	switch answer, answered := ask(t); {
	case !answered:
		return misuse{errors.New("nothing was done; add --yes to drop this, for good")}
	case answer != "yes":
		return errors.New("nothing was done")
	}
	return nil
}

// ask takes a line from whoever sits at the terminal; there may be nobody, also
// where the input is a device such as /dev/null.
func ask(t *terminal) (answer string, answered bool) {
	if !isTerminal(t.stdin) {
		return "", false
	}
	fmt.Fprint(t.stderr, "Drop this, for good? Type yes to do so: ")
	line := bufio.NewScanner(t.stdin)
	answered = line.Scan()
	return strings.TrimSpace(line.Text()), answered
}

// keptOf is what the manifests no longer declare.
func keptOf(changes []store.Change) (kept []store.Change) {
	for _, c := range changes {
		if c.Keeps() {
			kept = append(kept, c)
		}
	}
	return kept
}

// aboutOf is what a change is about, with how many entries hold what is kept or
// dropped.
func aboutOf(c store.Change) string {
	about := c.Schema
	if c.Name != "" {
		about += "." + c.Name
	}
	switch {
	case c.Rows == 1:
		about += ", 1 entry"
	case c.Rows > 1:
		about += fmt.Sprintf(", %d entries", c.Rows)
	}
	if c.Renamed != "" {
		about += "; looks renamed to " + c.Renamed
	}
	return about
}

// keepHint is how to have back, or to lose, what is kept.
const keepHint = "What is kept is unseen: declare it again under its old name to have it back, or remove it for good with quartet migrate --drop."

// keptFindings are lines of the doctor about entries that nobody sees.
func keptFindings(changes []store.Change) (findings []finding) {
	for _, c := range keptOf(changes) {
		if c.Rows > 0 {
			findings = append(findings, fine("kept", aboutOf(c)+"; no longer declared. Declare it again under its old name, or run quartet migrate --drop"))
		}
	}
	return findings
}
