package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/quartet-dev/quartet/internal/diag"
	agentskills "github.com/quartet-dev/quartet/internal/skills"
)

type skills struct {
	folder
	Check bool `help:"Write nothing; list what differs."`
	JSON  bool `name:"json" help:"Print the outcome as JSON."`
}

func (skills) Help() string {
	return `Copies the skills for coding agents that come with this version into .agents/skills/ and .claude/skills/ of a folder, with the same bytes in both: quartet-develop (from a wish to manifests and checks), quartet-content (entries over MCP) and quartet-operate (running a site). Run it where your agent works, and again after an upgrade.

The folders of these skills belong to the program: files that differ are replaced, and files that this version does not have are removed. Other skills are left alone.

With --check it names every file that is missing, changed or stale and exits with 1 where there is one.

Examples:

    quartet skills
    quartet skills my-site
    quartet skills --check`
}

func (s skills) Run(t *terminal) error {
	if err := s.folder.check(); err != nil {
		return err
	}
	found, err := s.compare()
	if err != nil {
		return fmt.Errorf("copy the skills: %w", err)
	}
	var list diag.List
	if s.Check {
		list = s.drift(found)
	}
	if s.JSON {
		err = object(t.stdout, s.outcome(found, list))
	} else {
		s.print(t, found, list)
	}
	return failedBy(err, list)
}

func (s skills) compare() ([]agentskills.Drift, error) {
	root, err := os.OpenRoot(s.Dir)
	if err != nil {
		return nil, err
	}
	compare := agentskills.Copy
	if s.Check {
		compare = agentskills.Compare
	}
	found, err := compare(root)
	if closed := root.Close(); err == nil {
		err = closed
	}
	return found, err
}

// skillsOutcome names files as the person who calls would.
type skillsOutcome struct {
	outcome
	Written []string `json:"written"`
	Removed []string `json:"removed"`
}

func (s skills) outcome(found []agentskills.Drift, list diag.List) skillsOutcome {
	out := skillsOutcome{outcomeOf(list), []string{}, []string{}}
	if s.Check {
		return out
	}
	for _, each := range found {
		if each.Kind == agentskills.Stale {
			out.Removed = append(out.Removed, s.path(each))
		} else {
			out.Written = append(out.Written, s.path(each))
		}
	}
	return out
}

func (s skills) print(t *terminal, found []agentskills.Drift, list diag.List) {
	diagnostics(t.stdout, list)
	if list.HasErrors() {
		fmt.Fprintf(t.stdout, "Nothing was written. %s skills %s brings them up to date.\n", t.name, s.Dir)
		return
	}
	done := s.outcome(found, nil)
	for _, path := range done.Written {
		fmt.Fprintln(t.stdout, "wrote", path)
	}
	for _, path := range done.Removed {
		fmt.Fprintln(t.stdout, "removed", path)
	}
	if len(found) == 0 {
		fmt.Fprintln(t.stdout, "The skills are up to date.")
	}
}

// says is what a diagnostic tells of each kind.
var says = map[agentskills.Kind]string{
	agentskills.Missing: "The file of a skill is missing.",
	agentskills.Changed: "The file differs from that of this version.",
	agentskills.Stale:   "The file is in the folder of a skill, and this version has none of that name.",
}

func (s skills) drift(found []agentskills.Drift) (list diag.List) {
	for _, each := range found {
		path := s.path(each)
		list.Add(&diag.Diagnostic{
			Code: diag.GeneratedStale, Phase: diag.Validate, Severity: diag.Error,
			Path: path + "#", Source: &diag.Source{File: path}, Message: says[each.Kind], Suggestion: "quartet skills",
		})
	}
	return list
}

func (s skills) path(d agentskills.Drift) string {
	return filepath.ToSlash(filepath.Join(s.Dir, filepath.FromSlash(d.Path)))
}
