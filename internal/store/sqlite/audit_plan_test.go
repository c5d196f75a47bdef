package sqlite

import (
	"strings"
	"testing"
)

// What happened to one entry, or was done by one person, is found by an index,
// in the order in which it is read.
func TestTheJournalOfAnEntryOrAnActorIsLookedUp(t *testing.T) {
	store := openedPlatform(t)
	for chosen, q := range auditQueries {
		if chosen&(1|4) == 0 {
			continue // all lines, or those of a collection: the newest are found first
		}
		index := "_quartet_audit_actor"
		if chosen&4 != 0 {
			index = "_quartet_audit_subject"
		}
		steps := queryPlan(t, store, q)
		if len(steps) != 1 || !strings.HasPrefix(steps[0], "SEARCH ") || !strings.Contains(steps[0], index) {
			t.Errorf("%s: %q", q.text, steps)
		}
	}
}
