package sqlite

import (
	"strings"
	"testing"
)

// However many addresses were left, one is looked up, and so is what an entry left, in
// the order in which it did.
func TestFormerAddressesAreLookedUp(t *testing.T) {
	store := openedPlatform(t)
	for part, want := range map[string][]string{
		"SELECT entry FROM _quartet_former_addresses": {
			"SEARCH _quartet_former_addresses USING PRIMARY KEY (collection=? AND property=? AND value=?)",
			"USE TEMP B-TREE FOR ORDER BY", // of the locales of one slug
		},
		"SELECT value, locale FROM _quartet_former_addresses": {
			"SEARCH _quartet_former_addresses USING PRIMARY KEY (collection=? AND property=? AND (value,locale)>(?,?))",
		},
		"DELETE FROM _quartet_former_addresses": {
			"SEARCH _quartet_former_addresses USING COVERING INDEX _quartet_former_addresses_entry (collection=? AND entry=? AND time<?)",
			"SCALAR SUBQUERY 1",
			"SEARCH _quartet_former_addresses USING COVERING INDEX _quartet_former_addresses_entry (collection=? AND entry=?)",
			"REUSE SUBQUERY 1",
		},
	} {
		got := queryPlan(t, store, queryWith(t, part))
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s\n%s\nwant\n%s", part, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
