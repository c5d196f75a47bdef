package content

import (
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// move is what a write does to an entry's state.
type move uint8

const (
	create move = iota
	edit
	replace // publishes a pending draft
	publish
	unpublish
	archive
	remove
)

// absent is the state before create and after remove.
const absent Status = ""

// lifecycles is open-parts.md, Lifecycle: the state that each move reaches
// from each state. What is not in it is CONFLICT.
var lifecycles = map[plan.Lifecycle]map[move]map[Status]Status{
	plan.Publishing: {
		create:    {absent: Draft},
		edit:      {Draft: Draft, Published: Published, Archived: Archived},
		replace:   {Draft: Published, Published: Published},
		publish:   {Draft: Published},
		unpublish: {Published: Draft, Archived: Draft},
		archive:   {Draft: Archived, Published: Archived},
		remove:    {Draft: absent, Archived: absent},
	},
	plan.Operational: {
		create:    {absent: Published},
		edit:      {Published: Published},
		remove:    {Published: absent},
		replace:   {},
		publish:   {},
		unpublish: {},
		archive:   {},
	},
}

// moves says for each move which pair of hooks it fires, whether it brings the
// entry's data under the checks, and what it is in the Store and the audit log.
var moves = [...]struct {
	before, after plan.Hook
	checks        bool
	op            WriteOp
	action        audit.Action
	verb          string
}{
	create:    {plan.BeforeCreate, plan.AfterCreate, true, Insert, audit.Create, "created"},
	edit:      {plan.BeforeUpdate, plan.AfterUpdate, true, Update, audit.Update, "changed"},
	replace:   {plan.BeforePublish, plan.AfterPublish, true, Update, audit.Publish, "published"},
	publish:   {plan.BeforePublish, plan.AfterPublish, true, Update, audit.Publish, "published"},
	unpublish: {plan.BeforeUpdate, plan.AfterUpdate, false, Update, audit.Unpublish, "unpublished"},
	archive:   {plan.BeforeUpdate, plan.AfterUpdate, false, Update, audit.Archive, "archived"},
	remove:    {plan.BeforeDelete, plan.AfterDelete, false, Delete, audit.Delete, "deleted"},
}

// writesData reports whether m makes, changes or removes an entry's data; what does not
// moves it from state to state.
func (m move) writesData() bool { return m == create || m == edit || m == replace || m == remove }

// target is the state that m reaches from a state, or CONFLICT.
func (m move) target(schema *plan.Schema, from Status) (Status, error) {
	to, ok := lifecycles[schema.Lifecycle()][m][from]
	if ok {
		return to, nil
	}
	if schema.Lifecycle() == plan.Operational {
		return "", diag.At(diag.Conflict, "data#/status", "Entries of this collection have no drafts, so this one cannot be "+moves[m].verb+".")
	}
	d := diag.At(diag.Conflict, "data#/status", "An entry that is "+string(from)+" cannot be "+moves[m].verb+".")
	if m == remove {
		d.Suggestion = "Unpublish the entry first."
	}
	return "", d
}

// VersionPath is where stale points.
const VersionPath = "input#/expectedVersion"

// stale answers a caller that saw another version than the stored one.
func stale() *diag.Diagnostic {
	d := diag.At(diag.Conflict, VersionPath, "The entry has changed since it was read.")
	d.Suggestion = "Read the entry again and repeat the change on its present version."
	return d
}
